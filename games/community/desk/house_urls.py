"""Addresses of a host's actions on the site."""

from django.urls import path

from games.community.desk import front, house

urlpatterns = [
    path("numbers/", front.numbers, name="desk_numbers"),
    path("announcement/", house.announce, name="desk_announce"),
    path("announcement/<int:number>/down/", house.take_down, name="desk_take_down"),
    path("switch/", house.switch, name="desk_switch"),
    path("repairs/", house.repairs, name="desk_repairs"),
    path("words/", house.own_words, name="desk_words"),
    path("invitation/", house.invite, name="desk_invite"),
]
