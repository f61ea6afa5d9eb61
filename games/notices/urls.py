from django.urls import path

from games.notices import views

urlpatterns = [
    path("next/", views.next_table, name="next_table"),
    path("turns/", views.turns, name="turns"),
]
