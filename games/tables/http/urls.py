"""Addresses of tables."""

from django.urls import path

from games.tables.http import actions, importing, new_table, pages, waiting_table

urlpatterns = [
    path("tables/new/", new_table.new, name="new_table"),
    path("tables/import/", importing.page, name="import_game"),
    path("tables/now/", new_table.play_now, name="play_now"),
    path("t/<slug:table_id>/", pages.table, name="table"),
    path("t/<slug:table_id>/sit/", waiting_table.sit, name="sit"),
    path("t/<slug:table_id>/stand/", waiting_table.stand, name="stand"),
    path("t/<slug:table_id>/bot/", waiting_table.bot, name="bot"),
    path("t/<slug:table_id>/unrated/", waiting_table.unrate, name="unrate"),
    path("t/<slug:table_id>/open/", waiting_table.open_to_all, name="open_to_all"),
    path("t/<slug:table_id>/invite/", waiting_table.invite, name="invite"),
    path("t/<slug:table_id>/withdraw/", waiting_table.withdraw, name="withdraw"),
    path("t/<slug:table_id>/decline/", waiting_table.decline, name="decline"),
    path("t/<slug:table_id>/start/", waiting_table.start, name="start"),
    path("t/<slug:table_id>/act/", actions.act, name="act"),
    path("t/<slug:table_id>/undo/", actions.undo, name="undo"),
    path("t/<slug:table_id>/takeback/", actions.takeback, name="takeback"),
    path("t/<slug:table_id>/slower/", actions.slower, name="slower"),
    path("t/<slug:table_id>/hint/", actions.hint, name="hint"),
    path("t/<slug:table_id>/plans/", actions.plans, name="plans"),
    path("t/<slug:table_id>/on/", actions.go_on, name="go_on"),
    path("t/<slug:table_id>/pause/", actions.pause, name="pause"),
    path("t/<slug:table_id>/resign/", actions.resign, name="resign"),
    path("t/<slug:table_id>/draw/", actions.draw, name="draw"),
    path("t/<slug:table_id>/abort/", actions.abort, name="abort"),
    path("t/<slug:table_id>/rematch/", waiting_table.rematch, name="rematch"),
    path("t/<slug:table_id>/play-on/", waiting_table.play_on, name="play_on"),
    path("t/<slug:table_id>/known/", actions.known, name="known"),
    path("t/<slug:table_id>/away/", pages.away, name="away"),
    path("t/<slug:table_id>/lens/", pages.lens, name="lens"),
    path("t/<slug:table_id>/log/", pages.log, name="log"),
    path("t/<slug:table_id>/transcript/", pages.transcript, name="transcript"),
    path("t/<slug:table_id>/card.png", pages.card, name="card"),
    path("t/<slug:table_id>/fair/", pages.fair, name="fair"),
    path("t/<slug:table_id>/fair.json", pages.fair_json, name="fair_json"),
]
