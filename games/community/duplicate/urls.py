"""Addresses of duplicate matches and sets. The path of a deal is its name, from which shuffles
follow."""

from django.urls import path

from games.community.duplicate import views

urlpatterns = [
    path("duplicate/", views.matches, name="matches"),
    path("duplicate/<slug:set_id>/", views.deal_set, name="deal_set"),
    path("duplicate/<slug:set_id>/join/", views.join, name="match_join"),
    path("duplicate/<slug:set_id>/play/", views.play, name="match_play"),
    path("duplicate/<slug:set_id>/<int:number>/", views.deal, name="deal"),
]
