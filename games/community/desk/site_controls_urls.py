"""Addresses of a host's actions on the site."""

from django.urls import path

from games.community.desk import front, site_controls

urlpatterns = [
    path("numbers/", front.numbers, name="desk_numbers"),
    path("announcement/", site_controls.announce, name="desk_announce"),
    path("announcement/<int:number>/down/", site_controls.take_down, name="desk_take_down"),
    path("switch/", site_controls.switch, name="desk_switch"),
    path("repairs/", site_controls.repairs, name="desk_repairs"),
    path("words/", site_controls.own_words, name="desk_words"),
    path("invitation/", site_controls.invite, name="desk_invite"),
]
