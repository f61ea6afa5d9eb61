"""The layout of Odin's board, computed from the view alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.odin import middle
from games.odin.choices import Offer, grouped, sentences
from games.odin.middle import Laid, Prize
from games.odin.rivals import Rival, rival, took
from games.odin.summaries import Row, Summary, rows, summary
from games.odin.view import View
from games.odin.words import parts
from games.screens import log_lines
from games.screens.cards import Card, drawn
from games.screens.languages import gettext as _
from games.screens.log_lines import Line
from games.screens.phrases import both
from games.screens.values import ShownPlayer


@dataclass(frozen=True, slots=True)
class Layout:
    """All that the template gets as `screen`."""

    view: View
    me: int  # the seat at the bottom: the viewer's, or the first in order
    rivals: tuple[Rival, ...]  # in order of play, the next one first
    hand: tuple[Card, ...]
    new: str  # the card of it that was taken at the viewer's last play of this round, or ""
    top: Laid | None
    beaten: tuple[Card, ...]  # what lies there beaten while somebody takes
    prizes: tuple[Prize, ...]
    offers: tuple[tuple[str, tuple[Offer, ...]], ...]  # what can be played, by size
    may_pass: bool
    whole: bool  # the whole hand may be laid at once

    def told(self, turns: Iterable[Any], players: Sequence[Any]) -> list[tuple[int, Line]]:
        """Return the log, newest first, each line with the ply of the position after it."""

        def begins(number: int, starter: ShownPlayer | None) -> str:
            out = players[past[number - 2].out] if number > 1 else None
            return _begins(number, out, starter)

        past = self.view.past
        starters = (
            *[played.starter for played in past],
            *([self.view.starter] if self.view.number > len(past) else []),
        )
        return log_lines.told(turns, players, parts, starters, begins)

    def hint(self) -> str:
        """Return what can be played, in a sentence."""
        return middle.hint(self.offers)

    def if_all_pass(self, players: Sequence[Any]) -> str:
        """Return who leads the next round if nobody beats the set on the table."""
        return middle.if_all_pass(self.view, players)

    def pass_means(self, players: Sequence[Any]) -> str:
        """Return what a pass of the seat to act leads to."""
        return middle.pass_means(self.view, players)

    def beats_it(self) -> str:
        """Return the sentence that says which sets beat the one on the table."""
        return middle.beats_it(self.view)

    def sentences(self) -> tuple[tuple[str, str], ...]:
        """Return the verdicts on chosen cards, each with its sentence, for the script that shows
        them during the choice."""
        return sentences(
            self.top.value if self.top else 0,
            len(self.top.cards) if self.top else 0,
        )

    def next_one(self) -> int:
        """Return the seat after the one at the bottom."""
        return self.rivals[0].number

    def standing(self) -> tuple[Row, ...]:
        """Return the rows of the game so far, the fewest points first."""
        return rows(self.view.past, self.view.totals)

    def summaries(self) -> list[Summary]:
        """Return the finished hands, the last one first."""
        past = self.view.past
        return [summary(past[:number]) for number in range(len(past), 0, -1)]

    def leads(self, players: Sequence[Any], *, clock: bool) -> str:
        """Return who leads the hand that was just dealt; "" before the deal. `clock`: the viewer's
        clock runs."""
        starter = None if self.view.starter is None else players[self.view.starter]
        if starter is None:
            return ""
        if starter.you:
            return _("You lead. Your clock is running.") if clock else _("You lead.")
        return _("%(player)s leads.") % {"player": starter.name}

    def both(self, names: Sequence[str]) -> str:
        """Return names as a list in words: "Ann, Ben and Eva"."""
        return both(names)


def layout(view: View, codes: Sequence[str], viewer: int | None) -> Layout:
    """Return the layout for a viewer, None for a spectator. `codes` are the viewer's legal ones."""
    order = view.order or tuple(range(len(view.hand_counts)))
    me = order[0] if viewer is None else viewer
    at = order.index(me)
    plays = [code for code in codes if code[:4] == "play"]
    return Layout(
        view=view,
        me=me,
        rivals=tuple([rival(view, seat, me) for seat in (*order[at + 1 :], *order[:at])]),
        hand=tuple(map(drawn, view.hand)),
        new=took(view.plays, me),
        top=middle.top(view),
        beaten=tuple(map(drawn, view.beaten)),
        prizes=tuple([middle.prize(code, view.hand) for code in codes if code[:4] == "take"]),
        offers=grouped(tuple(plays)),
        may_pass="pass" in codes,
        whole=view.step == "lead" and any([len(code.split()) > 2 for code in plays]),
    )


def forced(view: View, codes: Sequence[str]) -> str:
    """Return the card to take where one card was beaten; "" otherwise. A pass waits for its player:
    sent after a set time, it would tell that no card of the hand fits."""
    return codes[0] if view.step == "take" and len(codes) == 1 else ""


def _begins(number: int, out: Any, starter: ShownPlayer | None) -> str:
    """Return the sentences on the start of a hand. `out` is the player who ended the one before,
    `starter` the one who leads; None leaves the name out."""
    before = (
        ""
        if out is None
        else _("You went out.")
        if out.you
        else _("%(player)s went out.") % {"player": out.name}
    )
    if starter is None:
        now = _("Hand %(number)s begins.") % {"number": number}
    elif starter.you:
        now = _("Hand %(number)s begins. You lead.") % {"number": number}
    else:
        now = _("Hand %(number)s begins. %(player)s leads.") % {
            "number": number,
            "player": starter.name,
        }
    return f"{before} {now}".strip()
