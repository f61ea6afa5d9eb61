"""Addresses of the deals of the day."""

from django.urls import path, register_converter

from games.daily import converters, views

register_converter(converters.Day, "day")
register_converter(converters.Month, "month")

urlpatterns = [
    path("daily/", views.daily, name="daily"),
    path("daily/<month:month>/", views.month, name="daily_month"),
    path("daily/<day:day>/", views.day, name="daily_day"),
    path("daily/<day:day>/<slug:game>/", views.deal, name="daily_deal"),
]
