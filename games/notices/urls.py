"""Addresses of pages."""

from django.urls import path

from games.notices import views

urlpatterns = [
    path("next/", views.next_table, name="next_table"),
    path("turns/", views.turns, name="turns"),
    path("news/", views.news, name="news"),
    path("news/read/", views.read_news, name="read_news"),
    path("notices/", views.wishes, name="notices"),
    path("notices/last/", views.last, name="last_notices"),
    path("notices/test/", views.test, name="test_mail"),
    path("notices/play/", views.play, name="play_wishes"),
    path("notices/finish/", views.finish, name="finishes_turns"),
    path("notices/stop/<str:token>/", views.stop, name="stop_notices"),
]
