"""Addresses of pages."""

from django.urls import path

from games.ratings import views

urlpatterns = [
    path("leaderboard/", views.leaderboards, name="leaderboards"),
    path("leaderboard/<slug:game>/", views.leaderboard, name="leaderboard"),
    path("@/", views.own_profile, name="own_profile"),
    path("@/<str:username>/", views.profile, name="profile"),
]
