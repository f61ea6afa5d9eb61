"""Addresses of reviews."""

from django.urls import path

from games.review import views

urlpatterns = [
    path("t/<slug:table_id>/review/", views.review, name="review"),
]
