"""Addresses of tables."""

from django.urls import path

from games.tables.http import actions, opening, pages

urlpatterns = [
    path("tables/new/", opening.new, name="new_table"),
    path("tables/now/", opening.play_now, name="play_now"),
    path("t/<slug:table_id>/", pages.table, name="table"),
    path("t/<slug:table_id>/sit/", actions.sit, name="sit"),
    path("t/<slug:table_id>/stand/", actions.stand, name="stand"),
    path("t/<slug:table_id>/start/", actions.start, name="start"),
    path("t/<slug:table_id>/act/", actions.act, name="act"),
    path("t/<slug:table_id>/undo/", actions.undo, name="undo"),
    path("t/<slug:table_id>/on/", actions.go_on, name="go_on"),
    path("t/<slug:table_id>/resign/", actions.resign, name="resign"),
    path("t/<slug:table_id>/draw/", actions.draw, name="draw"),
    path("t/<slug:table_id>/abort/", actions.abort, name="abort"),
    path("t/<slug:table_id>/rematch/", actions.rematch, name="rematch"),
    path("t/<slug:table_id>/known/", actions.known, name="known"),
    path("t/<slug:table_id>/log/", pages.log, name="log"),
    path("t/<slug:table_id>/transcript/", pages.transcript, name="transcript"),
    path("t/<slug:table_id>/card.png", pages.card, name="card"),
    path("t/<slug:table_id>/fair/", pages.fair, name="fair"),
    path("t/<slug:table_id>/fair.json", pages.fair_json, name="fair_json"),
]
