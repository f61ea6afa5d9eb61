"""HTML of a snapshot for one viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from django.template import engines as template_engines
from django.utils import timezone
from django.utils.functional import Promise
from jinja2 import Template
from jinja2.runtime import Context
from markupsafe import Markup

from games import registry
from games.screens import languages, regions
from games.screens.regions import Board, Regions
from games.screens.values import Sight
from games.tables.board import context, frame, hints, moments
from games.tables.board.past import past
from games.tables.board.plans import Panel
from games.tables.models import Status
from games.tables.state.snapshot import Snapshot


class Parts:
    """The texts of a board's regions for its template, by their ids."""

    def __init__(self, found: Regions) -> None:
        self.found = found

    def __getitem__(self, id: str) -> Markup:
        return regions.whole(self.found, id)

    def __getattr__(self, id: str) -> Markup:
        return self[id]

    def __contains__(self, id: str) -> bool:
        return id in self.found


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
    seat = snapshot.seated(user_id)
    with languages.rendering():
        if snapshot.position is None:
            return _waiting(snapshot, seat, user_id, alert)
        if alert is None and now is None:
            return _whole(snapshot, *_made(snapshot, seat))
        sight = context.sight(snapshot, seat, alert=str(alert or ""), now=now)
        return _whole(snapshot, *_make(snapshot, sight, now), now)


def by_regions(snapshot: Snapshot, user_id: int | None) -> Board | None:
    """Return the board of a table by its regions; None before the start."""
    if snapshot.position is None:
        return None
    with languages.rendering():
        return _made(snapshot, snapshot.seated(user_id))[1]


def changed(before: Board, after: Board, version: int) -> str | None:
    """Return the regions of a board that differ from those of the one before, which had this
    version; None if other things do."""
    with languages.rendering():
        return regions.changed(before, after, version)


def moment(snapshot: Snapshot, user_id: int | None, query: Mapping[str, str]) -> str:
    """Return one moment of the log as HTML, as `query` asks for it and this user may see it. Raises
    NoSuchMoment."""
    screen, seat = registry.screen(snapshot.game), snapshot.seated(user_id)
    table, opens = snapshot.public, screen.open_hand is not None
    sealed = table.is_sealed(timezone.now())
    asked = moments.moment(table, query, seat, opens=opens, sealed=sealed)
    before = past(snapshot, asked.ply, screen.cut)
    with languages.rendering():
        return _whole(before, *_make(before, context.sight(before, seat, asked), None))


def plans(snapshot: Snapshot, panel: Panel, part: str) -> str:
    """Return a part of what a player has left for the next turn: "lines" or "note"."""
    with languages.rendering():
        facts = {"table": snapshot.public, "panel": panel, "part": part}
        return _html("tables/plans.html", facts).strip()


def lens(snapshot: Snapshot, user_id: int | None, cards: Sequence[str]) -> str:
    """Return what each place would become with these cards, as HTML for their player; "" where
    there is nothing to say."""
    seat, see = snapshot.seated(user_id), registry.screen(snapshot.game).lens
    if see is None or seat is None or snapshot.lensless or snapshot.status != Status.RUNNING:
        return ""
    with languages.rendering():
        found = see(snapshot.view(seat), cards)
        return _html("tables/lens.html", {"lens": found}).strip() if found else ""


def practice(snapshot: Snapshot, seat: int, frame: str, values: Mapping[str, Any]) -> str:
    """Return the board of a position without a table, in a frame of the caller's that gets these
    values besides."""
    with languages.rendering():
        sight = context.sight(snapshot, seat, alone=True)
        drawn = registry.screen(snapshot.game).regions(sight)
        facts = {"drawn": drawn, "parts": Parts(drawn.regions), "frame": frame}
        return _html(f"{snapshot.game}/board.html", vars(sight) | facts | dict(values))


def _made(snapshot: Snapshot, seat: int | None) -> tuple[Sight[Any, Any], Board]:
    """Return a viewer's board, once for each version."""
    what = ("board", seat, languages.current())
    return snapshot.once(what, lambda: _make(snapshot, context.sight(snapshot, seat), None))


def _make(
    snapshot: Snapshot, sight: Sight[Any, Any], now: datetime | None
) -> tuple[Sight[Any, Any], Board]:
    drawn = registry.screen(snapshot.game).regions(sight)
    return sight, hints.shown(frame.board(snapshot, sight, drawn, now), sight.hint)


def _whole(
    snapshot: Snapshot,
    sight: Sight[Any, Any],
    board: Board,
    now: datetime | None = None,
) -> str:
    values = {
        "root": regions.text(board.root),
        "parts": Parts(board.regions),
        "notices": frame.notes(snapshot, sight, now, frame.offers_to(snapshot, sight, now)),
        "summary": snapshot.public.summary,
        "sees": registry.screen(snapshot.game).lens is not None and not snapshot.lensless,
    }
    values |= vars(sight) | {"after": frame.after(snapshot, sight)}
    return hints.whole(_html(f"{snapshot.game}/board.html", values), sight.hint)


def _waiting(
    snapshot: Snapshot, seat: int | None, user_id: int | None, alert: str | Promise | None
) -> str:
    shown: dict[str, Any] = {"seat": seat, "viewer": seat, "alert": alert, "moment": None}
    shown["host"] = user_id is not None and user_id == snapshot.creator_id
    return _html("tables/open.html", shown | context.waiting(snapshot, user_id))


def _html(name: str, values: dict[str, Any]) -> str:
    template = _template(name, languages.current())
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


@cache
def _template(name: str, _language: str) -> Template:
    found: Template = template_engines["jinja2"].get_template(name).template  # type: ignore[attr-defined]
    return found
