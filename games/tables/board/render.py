"""HTML of a snapshot for one viewer."""

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
from markupsafe import Markup

from games import registry
from games.screens import languages, parts, regions
from games.screens.parts import Board, Drawn
from games.screens.values import Sight
from games.tables.board import context, frame, hints, moments
from games.tables.board.moments import Moment
from games.tables.board.past import past
from games.tables.board.plans import Panel
from games.tables.state.snapshot import Snapshot


class Parts:
    """The texts of a board's regions for its template, by their ids."""

    def __init__(self, found: parts.Regions, root: str = "") -> None:
        self.found, self.root = found, root

    def __getitem__(self, id: str) -> Markup:
        return parts.whole(self.found, id)

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
    return regions.whole(_whole(snapshot, snapshot.seated(user_id), user_id, alert, now=now))


def kept(snapshot: Snapshot, user_id: int | None) -> Board | str:
    """Return the board of a table by its regions, or else as a text with marks."""
    seat = snapshot.seated(user_id)
    if snapshot.position is None or registry.screen(snapshot.game).regions is None:
        return _whole(snapshot, seat, user_id, None)
    with languages.rendering():
        return _made(snapshot, seat)[2]


def changed(before: Board | str, after: Board | str, version: int) -> str | None:
    """Return the regions of a board that differ from those of the one before, which had this
    version; None if other things do."""
    if isinstance(before, Board) and isinstance(after, Board):
        with languages.rendering():
            return parts.changed(before, after, version)
    if isinstance(before, str) and isinstance(after, str):
        return regions.changed(before, after, version)
    return None


def moment(snapshot: Snapshot, user_id: int | None, query: Mapping[str, str]) -> str:
    """Return one moment of the log as HTML, as `query` asks for it and this user may see it. Raises
    NoSuchMoment."""
    screen, seat = registry.screen(snapshot.game), snapshot.seated(user_id)
    table, opens = snapshot.public, screen.open_hand is not None
    sealed = table.is_sealed(timezone.now())
    asked = moments.moment(table, query, seat, opens=opens, sealed=sealed)
    before = past(snapshot, asked.ply, screen.cut)
    return regions.whole(_whole(before, seat, user_id, None, asked))


def plans(snapshot: Snapshot, panel: Panel, part: str) -> str:
    """Return a part of what a player has left for the next turn: "lines" or "note"."""
    with languages.rendering():
        facts = {"table": snapshot.public, "panel": panel, "part": part}
        return _html("tables/plans.html", facts).strip()


def practice(snapshot: Snapshot, seat: int, frame: str, values: Mapping[str, Any]) -> str:
    """Return the board of a position without a table, in a frame of the caller's that gets these
    values besides."""
    with languages.rendering():
        sight = context.sight(snapshot, seat, alone=True)
        drawn = _drawn(snapshot, sight)
        facts = {"drawn": drawn, "parts": Parts(drawn.regions), "frame": frame}
        facts = vars(sight) | facts | dict(values)
        return regions.whole(_html(f"{snapshot.game}/board.html", facts))


def _drawn(snapshot: Snapshot, sight: Sight[Any, Any]) -> Drawn:
    draw = registry.screen(snapshot.game).regions
    return draw(sight) if draw else Drawn({})


def _made(snapshot: Snapshot, seat: int | None) -> tuple[Sight[Any, Any], Drawn, Board]:
    """Return all that a viewer's board is made of, once for each version."""
    what = ("board", seat, languages.current())
    return snapshot.once(what, lambda: _make(snapshot, context.sight(snapshot, seat), None))


def _make(
    snapshot: Snapshot, sight: Sight[Any, Any], now: datetime | None
) -> tuple[Sight[Any, Any], Drawn, Board]:
    drawn = _drawn(snapshot, sight)
    return sight, drawn, hints.shown(frame.board(snapshot, sight, drawn, now), sight.hint)


def _whole(
    snapshot: Snapshot,
    seat: int | None,
    user_id: int | None,
    alert: str | Promise | None,
    moment: Moment | None = None,
    *,
    now: datetime | None = None,
) -> str:
    with languages.rendering():
        if snapshot.position is None:
            shown = {"seat": seat, "host": user_id is not None and user_id == snapshot.creator_id}
            shown |= {"alert": alert, "viewer": seat, "moment": None}
            return _html("tables/open.html", shown | context.waiting(snapshot, user_id))
        if moment is None and alert is None and now is None:
            sight, drawn, board = _made(snapshot, seat)
        else:
            sight = context.sight(snapshot, seat, moment, alert=str(alert or ""), now=now)
            sight, drawn, board = _make(snapshot, sight, now)
        split = registry.screen(snapshot.game).regions is not None
        html = _html(
            f"{snapshot.game}/board.html",
            vars(sight)
            | {
                "split": split,
                "drawn": drawn,
                "parts": Parts(board.regions, parts.text(board.root)),
                "rooted": frame.rooted(snapshot, sight),
                "told": frame.notes(snapshot, sight, now),
                "back_at": None if moment else frame.back_at(snapshot),
                "summary": snapshot.public.summary,
            }
            | frame.result(snapshot, sight),
        )
        return html if split else hints.marked(html, sight.hint)


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
