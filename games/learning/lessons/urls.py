"""Addresses of lessons."""

from django.urls import path

from games.learning.lessons import views

urlpatterns = [
    path("learn/", views.index, name="lessons"),
    path("learn/first/", views.first_click, name="first_click"),
    path("learn/<slug:game>/", views.step, name="lesson"),
    path("learn/<slug:game>/<int:number>/", views.step, name="lesson_step"),
]
