"""The address of the page about the site."""

from django.urls import path

from games.retention import about_page

urlpatterns = [path("about/", about_page.page, name="about")]
