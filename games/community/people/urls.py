"""Addresses of ties and notes."""

from django.urls import path

from games.community.people import views

urlpatterns = [
    path("@/<str:username>/tie/", views.tie, name="tie"),
    path("@/<str:username>/block/", views.block, name="block"),
    path("@/<str:username>/note/", views.note, name="note"),
]
