"""Addresses of pages."""

from django.urls import path

from games.lobby import finding, views

urlpatterns = [
    path("", views.home, name="home"),
    path("games/", views.games, name="games"),
    path("games/archive/", finding.archive, name="archive"),
    path("watch/", finding.watch, name="watch"),
    path("players/", finding.people, name="players"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:game>/", views.rules_of, name="rules_of"),
]
