"""Addresses of lessons."""

from django.urls import path

from games.lessons import views

urlpatterns = [
    path("learn/", views.index, name="lessons"),
    path("learn/<slug:game>/", views.step, name="lesson"),
    path("learn/<slug:game>/<int:number>/", views.step, name="lesson_step"),
]
