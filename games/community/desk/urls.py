"""Addresses of the desk, and of reports."""

from django.urls import include, path

from games.community.desk import (
    front,
    journal,
    own_reports,
    people,
    report_form,
    reports,
    retention,
    tables,
)

urlpatterns = [
    path("report/line/<int:line_id>/", report_form.line, name="report_line"),
    path("report/name/<str:username>/", report_form.name, name="report_name"),
    path("report/club/<slug:slug>/", report_form.club, name="report_club"),
    path("report/game/<slug:table_id>/", report_form.game, name="report_game"),
    path("conduct/", own_reports.conduct, name="conduct"),
    path("conduct/appeal/<str:token>/", own_reports.appeal, name="conduct_appeal"),
    path("conduct/merge/", own_reports.merge, name="conduct_merge"),
    path("desk/", front.front, name="desk"),
    path("desk/", include("games.community.desk.site_controls_urls")),
    path("desk/reports/", reports.waiting, name="desk_reports"),
    path("desk/reports/<int:report_id>/", reports.report, name="desk_report"),
    path("desk/appeals/<int:sanction_id>/", reports.appeal, name="desk_appeal"),
    path("desk/journal/", journal.journal, name="desk_journal"),
    path("desk/kept/", retention.kept, name="desk_kept"),
    path("desk/people/", people.search, name="desk_people"),
    path("desk/people/<str:username>/", people.person, name="desk_person"),
    path("desk/tables/<slug:table_id>/", tables.table, name="desk_table"),
]
