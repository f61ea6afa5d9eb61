"""Addresses of reviews."""

from django.urls import path

from games.learning.review import views

urlpatterns = [
    path("play/", views.mine, name="my_play"),
    path("t/<slug:table_id>/review/", views.review, name="review"),
]
