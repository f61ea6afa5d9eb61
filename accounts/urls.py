"""Addresses under /accounts/: our own, then allauth's."""

from django.urls import include, path

urlpatterns = [
    path("", include("allauth.urls")),
]
