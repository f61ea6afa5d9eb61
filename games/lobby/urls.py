"""Addresses of pages."""

from django.urls import path

from games.lobby import discovery, finding, installing, later, views

urlpatterns = [
    path("", views.home, name="home"),
    path("card.png", discovery.site_card, name="site_card"),
    path("favicon.ico", discovery.favicon, name="favicon"),
    path("robots.txt", discovery.robots, name="robots"),
    path("sitemap.xml", discovery.sitemap, name="sitemap"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("sw.js", installing.worker, name="worker"),
    path("offline/", installing.offline, name="offline"),
    path("games/", views.games, name="games"),
    path("games/archive/", finding.archive, name="archive"),
    path("later/", later.hide, name="hide_table"),
    path("later/show/", later.show, name="show_tables"),
    path("watch/", finding.watch, name="watch"),
    path("players/", finding.people, name="players"),
    path("games/<slug:game>/card.png", discovery.game_card, name="game_card"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:game>/", views.rules_of, name="rules_of"),
]
