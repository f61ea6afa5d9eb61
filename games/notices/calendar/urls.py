"""Addresses of the calendar."""

from django.urls import path

from games.notices.calendar import views

urlpatterns = [
    path("calendar/", views.calendar, name="calendar"),
    path("calendar/names/", views.names, name="calendar_names"),
    path("calendar/remove/", views.remove, name="calendar_remove"),
    path("calendar/<str:token>.ics", views.feed, name="calendar_feed"),
]
