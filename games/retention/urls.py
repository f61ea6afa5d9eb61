"""The address of the page about the site."""

from django.urls import path

from games.retention import about

urlpatterns = [path("about/", about.page, name="about")]
