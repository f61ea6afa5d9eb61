from django.urls import path

from games.tables.http import opening, views

urlpatterns = [
    path("tables/new/", opening.new, name="new_table"),
    path("tables/now/", opening.play_now, name="play_now"),
    path("t/<slug:table_id>/", views.table, name="table"),
    path("t/<slug:table_id>/sit/", views.sit, name="sit"),
    path("t/<slug:table_id>/stand/", views.stand, name="stand"),
    path("t/<slug:table_id>/start/", views.start, name="start"),
    path("t/<slug:table_id>/act/", views.act, name="act"),
    path("t/<slug:table_id>/undo/", views.undo, name="undo"),
    path("t/<slug:table_id>/resign/", views.resign, name="resign"),
    path("t/<slug:table_id>/draw/", views.draw, name="draw"),
    path("t/<slug:table_id>/abort/", views.abort, name="abort"),
    path("t/<slug:table_id>/rematch/", views.rematch, name="rematch"),
    path("t/<slug:table_id>/log/", views.log, name="log"),
    path("t/<slug:table_id>/transcript/", views.transcript, name="transcript"),
    path("t/<slug:table_id>/card.png", views.card, name="card"),
    path("t/<slug:table_id>/fair/", views.fair, name="fair"),
    path("t/<slug:table_id>/fair.json", views.fair_json, name="fair_json"),
]
