"""Addresses of the desk's pages about housekeeping."""

from django.urls import path

from games.keeping import views

urlpatterns = [path("desk/kept/", views.kept, name="desk_kept")]
