"""Addresses of the search for an opponent."""

from django.urls import path

from games.lobby.pairing import views

urlpatterns = [
    path("find/", views.find, name="find"),
    path("find/beat/", views.beat, name="find_beat"),
    path("find/stop/", views.stop, name="find_stop"),
    path("find/bot/", views.bot, name="find_bot"),
]
