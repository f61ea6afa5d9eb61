"""HTML of a snapshot for one viewer. Only templates are kept in memory here."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any

from django.template import engines as template_engines
from django.utils import timezone
from django.utils.functional import Promise
from jinja2 import Template
from jinja2.runtime import Context

from games import registry
from games.screens import languages, regions
from games.tables.board import context, hints, moments
from games.tables.board.moments import Moment
from games.tables.board.past import past
from games.tables.board.plans import Panel
from games.tables.state.snapshot import Snapshot


def board(
    snapshot: Snapshot,
    user_id: int | None,
    *,
    alert: str | Promise | None = None,
    now: datetime | None = None,
) -> str:
    """Return the board of a table as HTML, as this user may see it.

    Its clocks stand as at the newest entry, and clock.js counts on. Readers without clock.js get
    running clocks as at `now`.
    """
    return regions.whole(_render(snapshot, snapshot.seated(user_id), user_id, alert, now=now))


def marked(snapshot: Snapshot, user_id: int | None) -> str:
    """Return the same with the marks of its regions."""
    return _render(snapshot, snapshot.seated(user_id), user_id, None)


def moment(snapshot: Snapshot, user_id: int | None, query: Mapping[str, str]) -> str:
    """Return one moment of the log as HTML, as `query` asks for it and this user may see it. Raises
    NoSuchMoment."""
    screen, seat = registry.screen(snapshot.game), snapshot.seated(user_id)
    table, opens = snapshot.public, screen.open_hand is not None
    sealed = table.is_sealed(timezone.now())
    asked = moments.moment(table, query, seat, opens=opens, sealed=sealed)
    before = past(snapshot, asked.ply, screen.cut)
    return regions.whole(_render(before, seat, user_id, None, asked))


def plans(snapshot: Snapshot, panel: Panel, part: str) -> str:
    """Return a part of what a player has left for the next turn: "lines" or "note"."""
    with languages.rendering():
        facts = {"table": snapshot.public, "panel": panel, "part": part}
        return _html("tables/plans.html", facts).strip()


def practice(snapshot: Snapshot, seat: int, frame: str, values: Mapping[str, Any]) -> str:
    """Return the board of a position without a table, in a frame of the caller's that gets these
    values besides."""
    assert snapshot.position is not None
    shown = {"seat": seat, "viewer": seat, "host": False, "alert": None, "moment": None}
    with languages.rendering():
        board = context.playing(snapshot, snapshot.position.state, seat, None, None)
        facts = shown | board | context.ALONE | {"frame": frame} | dict(values)
        return regions.whole(_html(f"{snapshot.game}/board.html", facts))


def _render(
    snapshot: Snapshot,
    seat: int | None,
    user_id: int | None,
    alert: str | Promise | None,
    moment: Moment | None = None,
    *,
    now: datetime | None = None,
) -> str:
    with languages.rendering():
        return _rendered_now(snapshot, seat, user_id, alert, moment, now)


def _rendered_now(
    snapshot: Snapshot,
    seat: int | None,
    user_id: int | None,
    alert: str | Promise | None,
    moment: Moment | None,
    now: datetime | None,
) -> str:
    shown: dict[str, Any] = {
        "seat": seat,
        "viewer": moment.viewer if moment else seat,  # the seat whose view is drawn
        "host": user_id is not None and user_id == snapshot.creator_id,
        "alert": alert,
        "moment": moment,
    }
    if snapshot.position is None:
        return _html("tables/open.html", shown | context.waiting(snapshot, user_id))
    shown |= context.playing(snapshot, snapshot.position.state, seat, moment, now)
    board = _html(f"{snapshot.game}/board.html", shown)
    return hints.marked(board, shown["hint"])


def _html(name: str, values: dict[str, Any]) -> str:
    template = _template(name)
    contexts: list[Context] = []
    context = template.new_context(values | {"contexts": contexts})
    try:
        return "".join(template.root_render_func(context))
    except Exception:
        template.environment.handle_exception()  # raises with the template's own lines
    finally:
        # The macros of a template refer to its context, and the context refers to them. Otherwise
        # only the garbage collector frees them and all values; that takes a tenth of a move.
        for one in contexts:
            one.vars.clear()
        contexts.clear()


def _template(name: str) -> Template:
    return _in_language(name, languages.current())


@cache
def _in_language(name: str, _language: str) -> Template:
    found: Template = template_engines["jinja2"].get_template(name).template  # type: ignore[attr-defined]
    return found
