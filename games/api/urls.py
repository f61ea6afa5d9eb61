"""Addresses of the API. They are fixed: other people's programs use them."""

from __future__ import annotations

from django.urls import path

from games.api.api import api

urlpatterns = [path("api/1/", api.urls)]
