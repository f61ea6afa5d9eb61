"""Addresses of pages."""

from django.urls import path

from games.tables.sleep import views

urlpatterns = [
    path("sleep/", views.sleep, name="sleep"),
    path("sleep/week/off/", views.call_off_week, name="call_off_week"),
    path("sleep/days/", views.book, name="book_days"),
    path("sleep/days/<int:away>/off/", views.call_off, name="call_off_days"),
]
