"""Addresses of exports, and of the key that signs them."""

from django.urls import path

from games.export import views

urlpatterns = [
    path(".well-known/fairdeal-key.json", views.key, name="signing_key"),
    path("accounts/data/", views.page, name="my_data"),
    path("accounts/data/<int:number>/", views.download, name="my_data_download"),
]
