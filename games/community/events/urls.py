"""Addresses of events."""

from django.urls import path

from games.community.events import views

urlpatterns = [
    path("events/", views.events, name="events"),
    path("events/new/", views.new, name="event_new"),
    path("events/<slug:event_id>/", views.event, name="event"),
    path("events/<slug:event_id>/enter/", views.enter, name="event_enter"),
    path("events/<slug:event_id>/leave/", views.leave, name="event_leave"),
    path("events/<slug:event_id>/run/", views.run, name="event_run"),
    path("events/<slug:event_id>/results.json", views.as_json, name="event_json"),
    path("events/<slug:event_id>/results.csv", views.as_csv, name="event_csv"),
]
