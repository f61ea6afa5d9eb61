"""Addresses of the patterns."""

from django.urls import path

from games.ratings.fairplay import views

urlpatterns = [path("desk/patterns/", views.page, name="patterns")]
