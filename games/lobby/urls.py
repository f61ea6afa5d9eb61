"""Addresses of pages."""

from django.urls import path

from games.lobby import discovery, game_pages, installed_app, search, snooze, views

urlpatterns = [
    path("", views.home, name="home"),
    path("card.png", discovery.site_card, name="site_card"),
    path("favicon.ico", discovery.favicon, name="favicon"),
    path("robots.txt", discovery.robots, name="robots"),
    path("sitemap.xml", discovery.sitemap, name="sitemap"),
    path("manifest.webmanifest", installed_app.manifest, name="manifest"),
    path("sw.js", installed_app.worker, name="worker"),
    path("offline/", installed_app.offline, name="offline"),
    path("games/", game_pages.games, name="games"),
    path("games/archive/", search.archive, name="archive"),
    path("later/", snooze.hide, name="hide_table"),
    path("later/show/", snooze.show, name="show_tables"),
    path("watch/", search.watch, name="watch"),
    path("players/", search.people, name="players"),
    path("games/<slug:game>/card.png", discovery.game_card, name="game_card"),
    path("games/<slug:game>/", game_pages.game, name="game"),
    path("rules/", game_pages.to_games),
    path("rules/<slug:game>/", game_pages.rules_of, name="rules_of"),
]
