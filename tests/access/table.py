"""The outcomes at each address. A word in braces is one of the world's: a table by its state, or
something of Ann's; she opened all tables and plays them with Ben. Outcomes are statuses; "login"
and "again" are redirects that ask for a password first, "factor" for a second factor, "go" is any
other redirect. Whoever is suspended cannot sign in, and so is like a stranger.

A private table is found by its link alone, so whoever has it may look on. `again` is seldom seen
here: everybody has just given the password, and moderators and host their second factor.

A row is a line, and goes on in lines that are indented: name, address, outcomes of GET and of POST,
and the fields of the form. "in" says that strangers are asked to sign in; `players` are both seats,
`keepers` moderators and the host, of whom one without a second factor is asked to set one up.
"""

from __future__ import annotations

from tests.access.roles import Row, row

TABLE: tuple[Row, ...] = tuple(
    row(line)
    for line in """
# Health.
healthz | healthz | 200 | 405
about | about/ | 200 | 405
readyz | readyz | 200 | 405
parts | readyz/parts | 503 | 405
serves | readyz/web | 200 | 405
# Accounts: those of allauth among them.
account_settings | accounts/ | 200 in | 200 in
signing_key | .well-known/fairdeal-key.json | 200 | 405
my_data | accounts/data/ | 200 in | go in
my_data_download | accounts/data/{export}/ | 404 in seated=200 | 405
account_guest | accounts/guest/ | 405 | go
account_name | accounts/name/ | 200 in | go in | name=other
account_theme | accounts/theme/ | 405 | go in | theme=dark
account_end_device | accounts/devices/ | 405 | go in
account_end_others | accounts/devices/others/ | 405 | go in
account_close | accounts/close/ | 200 in | 422 in guest=go
account_login | accounts/login/ | go anonymous,guest,suspended=200 |
    go anonymous,guest,suspended=200
account_signup | accounts/signup/ | go anonymous,guest,suspended=200 |
    go anonymous,guest,suspended=200
account_logout | accounts/logout/ | 200 anonymous,suspended=go | go
account_inactive | accounts/inactive/ | 200 | 405
account_reauthenticate | accounts/reauthenticate/ | 200 in guest=go | 200 in guest=go
account_email | accounts/email/ | 200 in guest=go | go in
account_email_verification_sent | accounts/confirm-email/ | 200 | 405
account_change_password | accounts/password/change/ | 200 in guest=go | 200 in guest=go
account_set_password | accounts/password/set/ | go in | go in
account_reset_password | accounts/password/reset/ | 200 | 200
account_confirm_login_code | accounts/login/code/confirm/ | go in | go in
account_confirm_email | accounts/confirm-email/{key}/ | 200 | 404
account_reset_password_from_key_done | accounts/password/reset/key/done/ | 200 | 405
account_reset_password_from_key | accounts/password/reset/key/{uid}-{key}/ | 200 | 200
account_reset_password_done | accounts/password/reset/done/ | 200 | 405
# Second factors.
mfa_login_webauthn | accounts/2fa/webauthn/login/ | go anonymous,guest,suspended=login |
    go anonymous,guest,suspended=login
mfa_index | accounts/2fa/ | 200 in guest=go | 405 in guest=go
mfa_authenticate | accounts/2fa/authenticate/ | go in | go in
mfa_reauthenticate | accounts/2fa/reauthenticate/ |
    login guest=go account,plain_moderator=again moderator,host=200 |
    login guest=go account,plain_moderator=again moderator,host=200
mfa_activate_totp | accounts/2fa/totp/activate/ | go in account,plain_moderator=200 |
    go in account,plain_moderator=200
mfa_deactivate_totp | accounts/2fa/totp/deactivate/ |
    login guest=go account,plain_moderator=404 moderator,host=200 |
    go in account,plain_moderator=404
mfa_view_recovery_codes | accounts/2fa/recovery-codes/ | 404 in guest=go | 405 in guest=go
mfa_generate_recovery_codes | accounts/2fa/recovery-codes/generate/ | 200 in guest=go |
    go in account,plain_moderator=200
mfa_download_recovery_codes | accounts/2fa/recovery-codes/download/ | 404 in guest=go |
    404 in guest=go
mfa_list_webauthn | accounts/2fa/webauthn/ | 200 in guest=go | 405 in guest=go
mfa_add_webauthn | accounts/2fa/webauthn/add/ | 200 in guest=go | 200 in guest=go
mfa_reauthenticate_webauthn | accounts/2fa/webauthn/reauthenticate/ | again in guest=go |
    again in guest=go
mfa_remove_webauthn | accounts/2fa/webauthn/keys/{passkey}/remove/ | 404 in guest=go seated=200 |
    404 in guest,seated=go
mfa_edit_webauthn | accounts/2fa/webauthn/keys/{passkey}/edit/ | 404 in guest=go seated=200 |
    404 in guest=go seated=200
# Tables: opening one, and each state in which somebody may look at it or act.
new_table | tables/new/ | 200 | go | game=lost_cities&seats=2&clock=untimed
play_now | tables/now/ | 405 | go | game=lost_cities
table | t/{open}/ | 200 | 405
table | t/{running}/ | 200 | 405
table | t/{private}/ | 200 | 405
table | t/{ended}/ | 200 | 405
table | t/{sealed}/ | 404 players=200 | 405
sit | t/{open}/sit/ | 405 | go in blocked=403
sit | t/{hidden}/sit/ | 405 | go in blocked=403
sit | t/{running}/sit/ | 405 | 409 in players=go
sit | t/{sealed}/sit/ | 405 | 404 in players=go
stand | t/{open}/stand/ | 405 | go in
bot | t/{open}/bot/ | 405 | 403 in seated=422
unrate | t/{open}/unrated/ | 405 | 403 in seated=go
open_to_all | t/{open}/open/ | 405 | 403 in seated=go
invite | t/{open}/invite/ | 405 | 403 in seated=go | name=cal
withdraw | t/{open}/withdraw/ | 405 | 403 in seated=go
decline | t/{open}/decline/ | 405 | 403 in seated=go
start | t/{open}/start/ | 405 | 403 in seated=422
act | t/{running}/act/ | 405 | 403 seated=go opponent=422 | ply=2&code={code}
act | t/{private}/act/ | 405 | 404 seated=go opponent=422 | ply=2&code={private_code}
act | t/{sealed}/act/ | 405 | 404 players=409 | ply=2&code={code}
undo | t/{running}/undo/ | 405 | 403 players=422 | ply=2
slower | t/{running}/slower/ | 405 | 403 players=422
takeback | t/{running}/takeback/ | 405 | 403 players=422 | ply=2
hint | t/{running}/hint/ | 405 | 403 players=422 | ply=2
plans | t/{running}/plans/ | go | 403 seated=409 opponent=go | ply=2
go_on | t/{running}/on/ | 405 | go
pause | t/{running}/pause/ | 405 | 403 players=go
resign | t/{running}/resign/ | 405 | 403 players=go | ply=2
resign | t/{private}/resign/ | 405 | 404 players=go | ply=2
resign | t/{sealed}/resign/ | 405 | 404 players=409 | ply=2
draw | t/{running}/draw/ | 405 | 403 players=go | ply=2
abort | t/{running}/abort/ | 405 | 403 players=go | ply=2
rematch | t/{ended}/rematch/ | 405 | 403 in players=go
rematch | t/{sealed}/rematch/ | 405 | 404 in players=go
play_on | t/{ended}/play-on/ | 405 | go | ply=2&seat=0
play_on | t/{sealed}/play-on/ | 405 | 404 players=422 | ply=2&seat=0
known | t/{running}/known/ | 405 | go
known | t/{sealed}/known/ | 405 | 404 players=go
away | t/{running}/away/ | 200 | 405
away | t/{private}/away/ | 200 | 405
away | t/{sealed}/away/ | 404 players=200 | 405
lens | t/{running}/lens/ | 404 | 405
lens | t/{ended}/lens/ | 404 | 405
log | t/{running}/log/ | 200 | 405
log | t/{private}/log/ | 200 | 405
log | t/{ended}/log/ | 200 | 405
log | t/{sealed}/log/ | 404 players=200 | 405
transcript | t/{running}/transcript/ | 404 | 405
transcript | t/{ended}/transcript/ | 200 | 405
transcript | t/{sealed}/transcript/ | 404 | 405
card | t/{running}/card.png | 404 | 405
card | t/{private}/card.png | 404 | 405
card | t/{ended}/card.png | 200 | 405
card | t/{sealed}/card.png | 404 | 405
fair | t/{running}/fair/ | 200 | 405
fair | t/{ended}/fair/ | 200 | 405
fair | t/{sealed}/fair/ | 404 players=200 | 405
fair_json | t/{running}/fair.json | 404 | 405
fair_json | t/{ended}/fair.json | 200 | 405
fair_json | t/{sealed}/fair.json | 404 | 405
review | t/{running}/review/ | 404 | 404
review | t/{ended}/review/ | 200 | 403 anonymous,suspended,players=go
review | t/{sealed}/review/ | 404 | 404
talk | t/{running}/talk/ | 200 | go in | phrase=hello
talk | t/{private}/talk/ | 200 | go in | phrase=hello
talk | t/{sealed}/talk/ | 404 players=200 | 404 players=go | phrase=hello
talk_back | t/{running}/talk/{line}/back/ | 405 | 403 anonymous,suspended=404 seated=go
talk_hear | t/{running}/talk/hear/ | 405 | go anonymous,opponent,suspended=404 | name=ben
# Reports, and measures against oneself.
report_line | report/line/{line}/ | 200 in seated,blocked=404 | go in seated,blocked=404 |
    reason=insult
report_name | report/name/{ann}/ | 200 in seated=404 | go in seated=404 | reason=insult
report_club | report/club/{club}/ | 200 in seated=404 | go in seated=404 | reason=insult
report_club | report/club/{secret}/ | 404 in opponent=200 | 404 in opponent=go | reason=insult
report_game | report/game/{running}/ | 200 in | go in | reason=stalling
report_game | report/game/{sealed}/ | 404 in players=200 | 404 in players=go | reason=stalling
conduct | conduct/ | 200 in | 200 in
conduct_merge | conduct/merge/ | 404 in guest=200 | 404 in guest=200 | name=ben
conduct_appeal | conduct/appeal/{appeal}/ | 200 | go | words=Sorry
# The desk.
desk | desk/ | 404 keepers=200 | 404 keepers=405
desk_reports | desk/reports/ | 404 keepers=200 | 404 keepers=200
desk_report | desk/reports/{report}/ | 404 keepers=200 | 404 keepers=go | outcome=nothing&why=x
desk_appeal | desk/appeals/{appealed}/ | 404 keepers=200 |
    404 plain_moderator=factor moderator=go host=403
patterns | desk/patterns/ | 404 keepers=200 | 404 keepers=405
desk_journal | desk/journal/ | 404 keepers=200 | 404 keepers=200
desk_kept | desk/kept/ | 404 keepers=200 | 404 keepers=405
desk_people | desk/people/ | 404 keepers=200 | 404 keepers=200
desk_person | desk/people/{ann}/ | 404 keepers=200 | 404 keepers=go | do=sign_out&why=x
desk_person | desk/people/{ann}/ | 404 keepers=200 |
    404 plain_moderator=factor moderator=403 host=go | do=role&role=moderator&why=x
desk_table | desk/tables/{running}/ | 404 keepers=200 | 404 keepers=go | do=break_off&why=x
# One's own pages.
sleep | sleep/ | 200 in | 422 in
call_off_week | sleep/week/off/ | 405 | go in guest=422
book_days | sleep/days/ | 405 | 422 in
call_off_days | sleep/days/{away}/off/ | 405 | 422 in seated=go
next_table | next/ | go | 405
turns | turns/ | 200 anonymous,suspended=204 | 405
news | news/ | 200 in | 405
read_news | news/read/ | 405 | go in
notices | notices/ | 200 in | go in
last_notices | notices/last/ | 200 in | 405
test_mail | notices/test/ | 405 | go in
play_wishes | notices/play/ | 405 | go in
finishes_turns | notices/finish/ | 405 | 204 in
stop_notices | notices/stop/{token}/ | 404 | 404
hook | webhook/ | 200 in guest=go | 404 in guest=go
hook_test | webhook/test/ | 405 | go in
hook_renew | webhook/secret/ | 405 | go in
hook_remove | webhook/remove/ | 405 | go in
push | push/ | 200 in | 405
push_subscribe | push/subscribe/ | 405 | go in
push_renew | push/renew/ | 405 | 422 in
push_remove | push/remove/ | 405 | go in
push_rename | push/rename/ | 405 | go in
push_test | push/test/ | 405 | go in
my_play | play/ | 200 in | 405 in
# Clubs: one of Ann's in which Ben organises, and a private one.
clubs | clubs/ | 200 | 405
club_new | clubs/new/ | 200 in guest=403 | go in guest=403 | name=Corner&door=open
club_link | clubs/link/{club_link}/ | 200 players=go | go in guest,blocked=403
club_link | clubs/link/{secret_link}/ | 200 players=go | go in guest,blocked=403
club_calendar_feed | clubs/calendar/{dates}.ics | 200 | 405
club | clubs/{club}/ | 200 | 405
club | clubs/{secret}/ | 404 players=200 | 405
club_join | clubs/{club}/join/ | 405 | go in
club_join | clubs/{secret}/join/ | 405 | 404 players=go
club_leave | clubs/{club}/leave/ | 405 | go in
club_leave | clubs/{secret}/leave/ | 405 | 404 players=go
club_members | clubs/{club}/members/ | 200 | 404 in players=go | act=decline&name=dee
club_members | clubs/{secret}/members/ | 404 players=200 | 404 players=go | act=decline&name=dee
club_ladders | clubs/{club}/ladders/ | 200 | 405
club_ladders | clubs/{secret}/ladders/ | 404 players=200 | 405
club_talk | clubs/{club}/talk/ | 404 players=200 | 404 in players=go | phrase=hello
club_talk | clubs/{secret}/talk/ | 404 players=200 | 404 players=go | phrase=hello
club_calendar | clubs/{club}/calendar/ | 404 players=200 | 404 in players=200
events | events/ | 200 | 405
event_new | events/new/ | 404 in host=200 | 404 in host=422 | name=Cup
event | events/{event}/ | 200 | 405
event | events/{secret_event}/ | 404 players=200 | 405
event_enter | events/{event}/enter/ | 405 | go in
event_enter | events/{secret_event}/enter/ | 405 | 404 players=go
event_leave | events/{event}/leave/ | 405 | go in
event_leave | events/{secret_event}/leave/ | 405 | 404 players=go
event_run | events/{event}/run/ | 404 players=200 | 404 in players=go | what=pause
event_run | events/{secret_event}/run/ | 404 players=200 | 404 players=go | what=pause
event_json | events/{event}/results.json | 200 | 405
event_json | events/{secret_event}/results.json | 404 players=200 | 405
event_csv | events/{event}/results.csv | 200 | 405
event_csv | events/{secret_event}/results.csv | 404 players=200 | 405
club_settings | clubs/{club}/settings/ | 404 players=200 | 404 in players=go | act=link
calendar | calendar/ | 200 in | 200 in
calendar_names | calendar/names/ | 405 | go in
calendar_remove | calendar/remove/ | 405 | go in
calendar_feed | calendar/{token}.ics | 200 | 405
hide_table | later/ | 405 | go in | table={running}
show_tables | later/show/ | 405 | go in
talk_wish | talk/ | 405 | go in
# Everybody's pages.
leaderboards | leaderboard/ | go | 405
leaderboard | leaderboard/{game}/ | 200 | 405
own_profile | @/ | go | 405
profile | @/{ann}/ | 200 | 405
daily | daily/ | 200 | 405
daily_month | daily/{month}/ | 404 | 405
daily_day | daily/{today}/ | go | 405
daily_deal | daily/{today}/{game}/ | 200 | go
matches | duplicate/ | 200 | go | game=lost_cities
deal_set | duplicate/{nothing}/ | 404 | 405
match_join | duplicate/{nothing}/join/ | 405 | 404
match_play | duplicate/{nothing}/play/ | 405 | 404
deal | duplicate/{nothing}/{number}/ | 404 | 405
home |  | 200 | 405
site_card | card.png | 200 | 405
favicon | favicon.ico | 200 | 405
robots | robots.txt | 200 | 405
sitemap | sitemap.xml | 200 | 405
manifest | manifest.webmanifest | 200 | 405
worker | sw.js | 200 | 405
offline | offline/ | 200 | 405
games | games/ | 200 | 405
archive | games/archive/ | 200 | 405
watch | watch/ | 200 | 405
players | players/ | 200 | 405
game_card | games/{game}/card.png | 200 | 405
rules | rules/ | go | 405
rules_of | rules/{game}/ | 200 | 405
lessons | learn/ | go | 405
first_click | learn/first/ | 405 | 200 | game={game}
lesson | learn/{game}/ | 200 | 422 | code=x
lesson_step | learn/{game}/{number}/ | 200 | 422
# People, searches, the house.
healthz_seen_word | healthz/seen/{nothing} | 404 | 405
metrics | metrics | 404 | 405
accounts_presence | accounts/presence/ | 405 | go in
username_tie | @/{ann}/tie/ | 405 | 422 in
username_block | @/{ann}/block/ | 200 in guest,seated=422 | 405
username_note | @/{ann}/note/ | 405 | go in guest=403 seated=422
find | find/ | 200 | 422
find_beat | find/beat/ | 405 | 200 anonymous,suspended=404
find_stop | find/stop/ | 405 | go anonymous,suspended=404
find_bot | find/bot/ | 405 | go anonymous,suspended=404
desk_numbers | desk/numbers/ | 404 keepers=200 | 404 keepers=405
desk_announcement | desk/announcement/ | 404 host=405 | 404 host=422
desk_announcement_number_down | desk/announcement/{number}/down/ | 404 host=405 | 404 host=go
desk_switch | desk/switch/ | 404 host=405 | 404 host=422
desk_repairs | desk/repairs/ | 404 host=200 | 404 host=405
games_game | games/{game}/ | 200 | 405
desk_words | desk/words/ | 404 host=200 | 404 host=422
desk_invitation | desk/invitation/ | 404 host=405 | 404 host=200
# Programs. They sign in by tokens alone (tests/api), so that here everybody is nobody.
account_tokens | accounts/tokens/ | 200 in guest=go | 422 in guest=go
account_end_token | accounts/tokens/end/ | 405 | go in
account_apps | accounts/apps/ | 200 in guest=go | 422 in guest=go | name=x
account_end_app | accounts/apps/end/ | 405 | go in
account_delete_app | accounts/apps/delete/ | 405 | go in
oauth_authorize | accounts/authorize/ | 400 in guest=go | 400 in guest=go
oauth_token | api/1/oauth/token | 405 | 400
oauth_revoke | api/1/oauth/revoke | 405 | 400
oauth_metadata | .well-known/oauth-authorization-server | 200 | 405
api_1_openapi_json | api/1/openapi.json | 200 | 200
api_1_tables | api/1/tables | 200 | 401
api_1_tables_running | api/1/tables/running | 200 | 405
api_1_tables_table_id | api/1/tables/{running} | 200 | 405
api_1_tables_table_id_sit | api/1/tables/{running}/sit | 405 | 401
api_1_tables_table_id_stand | api/1/tables/{running}/stand | 405 | 401
api_1_tables_table_id_start | api/1/tables/{running}/start | 405 | 401
api_1_tables_table_id_act | api/1/tables/{running}/act | 405 | 401
api_1_tables_table_id_undo | api/1/tables/{running}/undo | 405 | 401
api_1_tables_table_id_takeback | api/1/tables/{running}/takeback | 405 | 401
api_1_tables_table_id_draw | api/1/tables/{running}/draw | 405 | 401
api_1_tables_table_id_resign | api/1/tables/{running}/resign | 405 | 401
api_1_tables_table_id_rematch | api/1/tables/{running}/rematch | 405 | 401
api_1_tables_table_id_invite | api/1/tables/{running}/invite | 405 | 401
api_1_tables_table_id_abort | api/1/tables/{running}/abort | 405 | 401
api_1_tables_table_id_slower | api/1/tables/{running}/slower | 405 | 401
api_1_tables_table_id_decline | api/1/tables/{running}/decline | 405 | 401
api_1_tables_table_id_hint | api/1/tables/{running}/hint | 405 | 401
api_1_tables_table_id_play_on | api/1/tables/{running}/play-on | 405 | 401
api_1_tables_table_id_review | api/1/tables/{running}/review | 404 | 401
api_1_tables_table_id_stream | api/1/tables/{running}/stream | 404 | 405
api_1_me_stream | api/1/me/stream | 401 | 405
api_1_dumps | api/1/dumps | 200 | 405
api_1_dumps_name | api/1/dumps/{nothing} | 404 | 405
account_dumps | accounts/dumps/ | 405 | go in
api_1_tables_import | api/1/tables/import | 405 | 401
import_game | tables/import/ | 200 in | 422 in
api_docs | api/1/docs/ | 200 | 404
api_1_tables_table_id_log | api/1/tables/{running}/log | 200 | 405
api_1_tables_table_id_transcript | api/1/tables/{running}/transcript | 404 | 405
api_1_tables_table_id_proof | api/1/tables/{running}/proof | 404 | 405
api_1_tables_table_id_talk | api/1/tables/{running}/talk | 200 | 401
api_1_games | api/1/games | 200 | 405
api_1_leaderboards_slug | api/1/leaderboards/{nothing} | 404 | 405
api_1_games_slug_archive | api/1/games/{nothing}/archive | 404 | 405
api_1_daily | api/1/daily | 200 | 405
api_1_daily_slug | api/1/daily/{nothing} | 405 | 401
api_1_clubs_slug | api/1/clubs/{club} | 200 | 405
api_1_clubs_slug | api/1/clubs/{secret} | 404 | 405
api_1_clubs | api/1/clubs | 200 | 405
api_1_clubs_slug_join | api/1/clubs/{club}/join | 405 | 401
api_1_clubs_slug_leave | api/1/clubs/{club}/leave | 405 | 401
api_1_me_clubs | api/1/me/clubs | 401 | 405
api_1_events | api/1/events | 200 | 405
api_1_events_event_id | api/1/events/{event} | 200 | 405
api_1_events_event_id | api/1/events/{secret_event} | 404 | 405
api_1_events_event_id_enter | api/1/events/{event}/enter | 405 | 401
api_1_events_event_id_leave | api/1/events/{event}/leave | 405 | 401
api_1_me_events | api/1/me/events | 401 | 405
api_1_players_name | api/1/players/{nothing} | 404 | 405
api_1_players_name_ratings_slug | api/1/players/{nothing}/ratings/{nothing} | 404 | 405
api_1_players_name_games | api/1/players/{nothing}/games | 404 | 405
api_1_guest | api/1/guest | 405 | 201
api_1_me | api/1/me | 401 | 405
api_1_me_tables | api/1/me/tables | 401 | 405
api_1 | api/1/ | 404 | 404
api_1_me_games | api/1/me/games | 401 | 405
embed | embed/t/{running}/ | 200 | 405
account_convert_bot | accounts/tokens/bot/convert/ | 200 in guest=go | 422 in guest=go
account_close_bot | accounts/tokens/bot/close/ | 405 | go in
oembed | oembed | 404 | 405
games_feed | @/{ann}/games.atom | 200 | 405
announcements_feed | announcements.atom | 200 | 405
""".replace("\n    ", " ")
    .strip()
    .splitlines()
    if not line.startswith("#")
)
