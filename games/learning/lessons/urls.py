"""Addresses of lessons."""

from django.urls import path

from games.learning.lessons import views
from games.lobby.game_pages import to_games

urlpatterns = [
    path("learn/", to_games),
    path("learn/first/", views.first_click, name="first_click"),
    path("learn/<slug:game>/", views.step, name="lesson"),
    path("learn/<slug:game>/<int:number>/", views.step, name="lesson_step"),
]
