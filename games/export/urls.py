"""Addresses of one's data."""

from django.urls import path

from games.export import views

urlpatterns = [
    path("", views.page, name="my_data"),
    path("<int:number>/", views.download, name="my_data_download"),
]
