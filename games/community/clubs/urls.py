"""Addresses of clubs."""

from django.urls import path

from games.community.clubs import calendar, doors, talk, views

urlpatterns = [
    path("clubs/", views.clubs, name="clubs"),
    path("clubs/new/", views.new, name="club_new"),
    path("clubs/link/<str:key>/", doors.by_link, name="club_link"),
    path("clubs/calendar/<str:key>.ics", calendar.feed, name="club_calendar_feed"),
    path("clubs/<slug:slug>/", views.club, name="club"),
    path("clubs/<slug:slug>/join/", doors.join, name="club_join"),
    path("clubs/<slug:slug>/leave/", doors.leave, name="club_leave"),
    path("clubs/<slug:slug>/members/", views.members, name="club_members"),
    path("clubs/<slug:slug>/ladders/", views.ladders, name="club_ladders"),
    path("clubs/<slug:slug>/talk/", talk.talk, name="club_talk"),
    path("clubs/<slug:slug>/calendar/", calendar.calendar, name="club_calendar"),
    path("clubs/<slug:slug>/settings/", views.settings, name="club_settings"),
]
