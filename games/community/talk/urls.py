"""Addresses of the talk at a table."""

from django.urls import path

from games.community.talk import views

urlpatterns = [
    path("t/<slug:table_id>/talk/", views.talk, name="talk"),
    path("t/<slug:table_id>/talk/<int:line_id>/back/", views.take_back, name="talk_back"),
    path("t/<slug:table_id>/talk/hear/", views.mute, name="talk_hear"),
    path("talk/", views.wish, name="talk_wish"),
]
