"""The two tiers of tests: `make check` runs those of `make test`, and breadth: more boards, sizes,
roles, seeds and kills.

A test is breadth if another one in `make test` fails for the same fault of an engine, a service, a
right or a page. BREADTH has the starts of the ids of such tests, KEPT exceptions.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

BRIEF = "not breadth"
"""The tests of `make test` as an expression for pytest -m."""
DIFFERENT = "differs"
"""The marker of the tests whose outcome may differ on PostgreSQL."""
brief = differing = False
"""Whether this is a run of `make test`, and whether it is limited to DIFFERENT. Set before test
modules are imported."""

BREADTH = (
    # Hundreds of boards and all pages in Chromium: boards are asked as HTML in tests/*/test_board.
    "tests/gallery/",
    "tests/browser/",
    "tests/events/test_looks.py",
    "tests/tables/test_pages_browser.py",
    "tests/tables/test_freshness.py",
    "tests/tables/test_lost_messages.py",
    # Kills, broken machines, other servers, long runs.
    "tests/attacks/test_06_long_logs.py",
    "tests/attacks/test_07_crowds.py",
    "tests/attacks/test_23_two_worlds.py",
    "tests/api/test_docs.py",
    "tests/api/test_hostile.py",
    "tests/chaos/",
    "tests/events/test_whole_site.py",
    "tests/faults/",
    "tests/fifth_game/",
    "tests/fuzz/",
    "tests/operations/test_backup.py",
    "tests/operations/test_balancers.py",
    "tests/operations/test_crowds.py",
    "tests/operations/test_distributed.py",
    "tests/operations/test_doctor.py",
    "tests/operations/test_leaving.py",
    "tests/operations/test_logs.py",
    "tests/operations/test_metrics.py",
    "tests/operations/test_play.py",
    "tests/operations/test_reload.py",
    "tests/operations/test_supervisor.py",
    "tests/operations/test_layer.py",
    "tests/operations/test_moving.py::test_every_row_arrives_as_it_was_and_the_site_goes_on",
    "tests/operations/test_watch.py::test_make_play_prints_what_is_for_the_host",
    "tests/ratings/test_faults.py::test_killed_between_any_two_statements",
    "tests/ratings/test_faults.py::test_the_order_of_tasks_does_not_matter",
    "tests/ratings/test_faults.py::test_annulling_and_rerating_are_killed_without_harm",
    "tests/test_pure.py::test_neither_django_nor_valkey_is_loaded",
    # Every address by every role: one of each kind of role stays.
    "tests/access/test_access.py::test_each_role_gets_what_the_table_says",
    # Whole games and matches between programs.
    "tests/bots/test_bots.py::test_each_level_plays_whole_games_against_each_other",
    "tests/bots/test_judging.py::test_every_piece_is_small_at_the_greatest_depth",
    "tests/bots/test_same_game.py",
    "tests/bots/test_yardstick.py",
    "tests/conformance/test_strength.py",
    "tests/retention/test_safety.py::test_a_guest_who_played_a_bot_is_gone_in_the_end",
    # Every page, board and zone once more.
    "tests/kernel/test_awake.py::test_every_zone_is_known_and_read_alike",
    "tests/language/test_boards.py::test_boards_in_every_state",
    "tests/conformance/test_secrecy_of_moments.py::test_what_came_later_changes_no_byte_of_a_moment",
    "tests/ratings/test_records.py::test_a_record_changes_nothing_that_is_said",
    "tests/ratings/test_records.py::test_an_annulled_game_is_forgotten",
    "tests/daily/test_secrecy.py::test_no_address_of_a_table_shows_it_to_others",
    "tests/duplicate/test_secrecy.py::test_nobody_tells_how_a_table_ended",
    "tests/duplicate/test_secrecy.py::test_no_address_of_the_table_shows_it",
    "tests/tables/test_replay.py::test_at_a_running_table_everybody_looks_back_through_their_own_eyes",
    "tests/notices/test_nine_days.py",
    *(
        f"tests/notices/test_bundling.py::test_turns_that_come_within_a_minute_are_one_mail[begun{number}"
        for number in (0, 1, 3, 4)
    ),
    *(
        f"tests/notices/test_bundling.py::test_turns_that_come_late_within_the_minute_are_in_it[comes{number}"
        for number in (0, 3)
    ),
    "tests/odin/test_table.py::test_four_play_to_the_end_by_ticking_cards",
    "tests/ratings/test_faults.py::test_killed_again_and_again",
    "tests/ratings/test_guarded.py::test_six_who_only_give_up_against_one_get_nobody_ranked",
    "tests/ratings/test_guarded.py::test_late_annulled_and_rerated_tables_agree",
    "tests/notices/test_pace.py::test_the_slow_have_their_turns_while_the_quick_never_end",
    # Whether a page has a sentence that cannot be translated: no engine, service or right.
    *(f"tests/language/test_{name}.py" for name in ("daily", "pages", "sleep", "viewers")),
    # The answers of the API are the engines' views, of which tests/conformance asks each.
    "tests/api/test_secrecy.py::test_no_answer_tells_two_worlds_apart[schotten_totten",
    "tests/api/test_secrecy.py::test_no_answer_tells_two_worlds_apart[exhibition",
    "tests/tables/test_takebacks.py::test_what_is_taken_back_was_known_to_whoever_takes_it_back[exhibition",
    "tests/tables/test_takebacks.py::test_what_is_taken_back_was_known_to_whoever_takes_it_back[odin",
    "tests/tables/test_takebacks.py::test_what_is_taken_back_was_known_to_whoever_takes_it_back[lost_cities",
    *(
        f"tests/bots/test_schotten_totten.py::test_a_playout_ends_every_variant[{number}]"
        for number in (3, 6, 9, 12)
    ),
    "tests/tables/test_long_pages.py",
    "tests/tables/test_memory_of_boards.py",
)
KEPT = (
    # One journey a game; then one each without a script, by keyboard, over a cut line, by push.
    "tests/browser/test_two_browsers.py",
    "tests/browser/test_schotten_totten.py::test_claims_are_refused_and_granted_until_the_end",
    "tests/browser/test_odin.py::test_what_was_chosen_stays_chosen_until_the_next_hand",
    "tests/browser/test_exhibition.py::test_a_place_says_why_not_and_the_next_one_takes_the_card",
    "tests/browser/test_without_javascript.py::test_pictures_take_back_and_refusals_work",
    "tests/browser/test_keyboard.py::test_escape_take_back_and_the_sheets",
    "tests/browser/test_healing.py::test_a_move_made_while_the_line_is_cut_is_sent_again_by_itself",
    "tests/browser/test_installed.py",
    # The most seats of each game; a private table of one kind.
    *(
        f"tests/bots/test_judging.py::test_every_piece_is_small_at_the_greatest_depth[{game}]"
        for game in ("lost_cities-2", "schotten_totten-2", "odin-6", "exhibition-5")
    ),
    "tests/tables/test_replay.py::test_at_a_running_table_everybody_looks_back_through_their_own_eyes[daily-True",
    # Of a deal's day one reader who has played it, and a stranger.
    "tests/daily/test_secrecy.py::test_no_address_of_a_table_shows_it_to_others[running-ben",
    "tests/daily/test_secrecy.py::test_no_address_of_a_table_shows_it_to_others[ended-nobody",
    # Of a sealed table a moderator, and a player of another one with the same cards.
    "tests/duplicate/test_secrecy.py::test_nobody_tells_how_a_table_ended_while_another_one_runs[mia",
    "tests/duplicate/test_secrecy.py::test_no_address_of_the_table_shows_it[cal",
    "tests/language/test_pages.py::test_scripts_hold_no_sentences",
    # Settings, asked without a site.
    "tests/operations/test_play.py::test_a_wrong_setting_is_told_in_one_sentence",
)

DIFFERS = (
    # Its own statements for moves, its locks, its numbers: run again on PostgreSQL by make test.
    "tests/daily/test_dealing.py",
    "tests/operations/test_database.py",
    "tests/pairing/",
    "tests/ratings/test_services.py",
    "tests/sleep/test_clocks.py",
    "tests/tables/test_at_once.py",
    "tests/tables/test_catching_up.py",
    "tests/tables/test_cost_of_a_move.py",
    "tests/tables/test_flag_races.py",
    "tests/tables/test_in_loop.py",
    "tests/tables/test_plans_races.py",
    "tests/tables/test_races.py",
    "tests/tables/test_services.py",
    "tests/tables/test_several.py",
    "tests/tables/test_takebacks.py",
    "tests/tables/test_way_of_a_move.py",
)
ON_POSTGRESQL = (
    # Of these make test asks PostgreSQL alone: SQLite has no statement for a whole move.
    "tests/ratings/test_faults.py",
    "tests/tables/test_at_once.py",
    "tests/tables/test_cost_of_a_move.py::test_a_move_",
    "tests/tables/test_in_loop.py",
    "tests/tables/test_way_of_a_move.py",
)


def is_left_out(path: Path) -> bool:
    """Return whether no test of a module is in this run, so that it need not be imported."""
    name = path.relative_to(ROOT).as_posix()
    if differing and not name.startswith(DIFFERS):
        return not re.search(r"\btogether\b", path.read_text())
    return brief and is_breadth(name) and not any(kept.startswith(name) for kept in KEPT)


def part(number: int) -> int:
    """Return a number of examples, or in `make test` two fifths of it."""
    return -(-2 * number // 5) if brief else number


def is_breadth(test: str) -> bool:
    """Return whether `make test` leaves out the test with this id."""
    if brief and not differing and test.startswith(ON_POSTGRESQL):
        return True
    return test.startswith(BREADTH) and not test.startswith(KEPT)


def mark(items: list[pytest.Item]) -> None:
    """Mark the tests of `make check` alone as `breadth`, and those of DIFFERS and with concurrent
    threads as `differs`."""
    for item in items:
        if is_breadth(item.nodeid):
            item.add_marker("breadth")
        if item.nodeid.startswith(DIFFERS) or "together" in getattr(item, "fixturenames", ()):
            item.add_marker(DIFFERENT)
