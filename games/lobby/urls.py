"""Addresses of pages."""

from django.urls import path

from games.lobby import views

urlpatterns = [
    path("", views.home, name="home"),
    path("games/", views.games, name="games"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:game>/", views.rules_of, name="rules_of"),
]
