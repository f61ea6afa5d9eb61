"""The layout of Schotten Totten's board, computed from the view alone."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.schotten_totten import hints
from games.schotten_totten.choices import Pick, Together, Way, picks, together, ways
from games.schotten_totten.deck import cards
from games.schotten_totten.rounds import Summary, summary
from games.schotten_totten.shown_proofs import ShownProof, proofs
from games.schotten_totten.stones import MINE, THEIRS, Row, row, whose
from games.schotten_totten.turn_words import parts
from games.schotten_totten.view import View
from games.schotten_totten.words import Card, drawn, origin_in, split
from games.screens import log_lines
from games.screens.languages import gettext as _
from games.screens.languages import per_language
from games.screens.log_lines import Line
from games.screens.phrases import either
from games.screens.since import before_deal
from games.screens.values import ShownPlayer

ENOUGH = 5  # stones that win a round wherever they lie


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """A card in the hand, and its choices; None if no card is to be chosen now. `new`: the viewer
    has just drawn it."""

    card: Card
    pick: Pick | None
    new: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """All that the template gets as `screen`."""

    view: View
    me: int  # the seat at the bottom: the viewer's, or the first
    them: int
    rows: tuple[Row, ...]
    hand: tuple[Held, ...]
    picks: tuple[Pick, ...]
    claims: tuple[Way, ...]
    together: Together | None  # all claims by one button
    draws: tuple[Way, ...]
    others: tuple[Way, ...]  # to pass, to end the turn
    proofs: tuple[ShownProof, ...]

    @property
    def must_pass(self) -> bool:
        """Tell whether passing is all that the viewer can do."""
        return (
            [way.code for way in self.others] == ["pass"]
            and not self.claims
            and not any(pick.to for pick in self.picks)
        )

    def goes(self) -> dict[int, list[tuple[int, str, str]]]:
        """Return by stone the places that light up there: (number of a pick, id of the button that
        the place presses, what the card makes there)."""
        found: dict[int, list[tuple[int, str, str]]] = {}
        left = hints.missing(self.view) if self.picks else 0
        for pick in self.picks:
            for way in pick.ways:
                if way.at:
                    made = hints.made(self.view.stones[way.at - 1], self.me, pick.card.code, left)
                    found.setdefault(way.at, []).append((pick.number, way.id, made))
        return found

    def targets(self) -> dict[str, list[tuple[int, str, int]]]:
        """Return by card on the table the ruses that may take it: (number of a pick, id of what
        choosing the card presses, number of the card among the targets)."""
        found: dict[str, list[tuple[int, str, int]]] = {}
        for pick in self.picks:
            for aim in pick.aims:
                found.setdefault(aim.card.code, []).append(
                    (pick.number, aim.id if pick.then else aim.ways[0].id, aim.number)
                )
        return found

    def moved(self, turns: Sequence[Any]) -> str:
        """Return the card that the newest turn put down or moved last, or ""."""
        found = [card for _verb, card, to in _done(turns) if card and to.isdigit()]
        return found[-1] if found else ""

    def touched(self, turns: Sequence[Any]) -> frozenset[int]:
        """Return the stones that the newest turn changed without a card that is still to be seen
        there: claims, combat modes, and those from which a ruse discarded a card."""
        stones = [
            to
            for verb, card, to in _done(turns)
            if verb == "claim" or (verb == "play" and card in ("blind", "mud"))
        ]
        gone = [
            origin_in(code)
            for code in _codes(turns)
            if split(code)[2] == "out" or "banshee" in code
        ]
        return frozenset([int(stone) for stone in (*stones, *gone) if stone])

    def stones(self, seat: int) -> int:
        """Return the number of stones that a seat has claimed."""
        return [stone.owner for stone in self.view.stones].count(seat)

    def wins(self, seat: int) -> str:
        """Return in words the stones that each would win the round for the seat; "" for none."""
        winning = self.view.winning[seat]
        if not winning:
            return ""
        if self.stones(seat) == ENOUGH - 1:
            return _("wins anywhere")
        return _("wins at %(stones)s") % {"stones": either([stone + 1 for stone in winning])}

    def may_play(self) -> int:
        """Return the number of tactics cards that the player at the bottom may still play before
        the other plays one."""
        played = self.view.played
        return max(0, played[self.them] + 1 - played[self.me])

    def discarded(self) -> tuple[tuple[Card, bool], ...]:
        """Return the discarded cards as a proof shows cards; anybody may look through them."""
        return tuple([(drawn(name), False) for name in self.view.discards])

    def unseen(self) -> tuple[hints.Missing, ...]:
        """Return by suit the clan cards that the viewer has not seen."""
        return hints.by_suit(hints.unseen(self.view))

    def explained(self) -> tuple[Card, ...]:
        """Return a card of each kind of tactics card that lies at a stone, to be explained."""
        return tuple(map(drawn, hints.lying(self.view)))

    def later(self, player: str) -> str:
        """Return why a card cannot be chosen now: because of the step, or since it is the turn of
        another player, whose name is given."""
        if self.view.turn is None or self.picks:
            return ""
        if self.view.turn != self.view.viewer:
            return _("It is %(player)s’s turn.") % {"player": player}
        if self.draws:
            return _("Now draw a card.")
        return _("One card a turn.")

    def gap(self, turns: Sequence[Any]) -> int:
        """Return where in the hand the card lay that the viewer has just put down, while the hand
        waits for another; -1 at other times."""
        view = self.view
        if view.viewer is None or view.turn != view.viewer or view.step in ("play", "return"):
            return -1
        put = [card for verb, card, _to in _done(turns[:1]) if verb == "play"]
        if not put or turns[0].seat != view.viewer:
            return -1
        return bisect(cards(view.hand), *cards(put[-1:]))

    def told(self, turns: Iterable[Any], players: Sequence[Any]) -> list[tuple[int, Line]]:
        """Return the log, newest first, each line with the ply of the position after it."""
        starters = (*[played.starter for played in self.view.past], self.view.starter)
        return log_lines.told(turns, players, parts, starters[: self.view.round])

    def rounds(self) -> list[Summary]:
        """Return the finished rounds."""
        return [summary(number, played, self.me) for number, played in enumerate(self.view.past, 1)]

    def broken_off(self) -> Summary:
        """Return the round on the table, as it stands."""
        owners = tuple([whose(stone.owner, self.me) for stone in self.view.stones])
        return Summary(self.view.round, owners, "", "", owners.count(THEIRS), owners.count(MINE))

    def lights(self) -> dict[int, int]:
        """Return by stone, from 1, the order in which the stones light that have won the round on
        the table; empty before it is won."""
        past = self.view.past
        if len(past) < self.view.round or not past or past[-1].winner is None:
            return {}
        last = past[-1]
        own = [number for number, owner in enumerate(last.owners, 1) if owner == last.winner]
        if last.by == "adjacent":
            first = next(number for number in own if {number + 1, number + 2} <= {*own})
            own = [first, first + 1, first + 2]
        return {number: at for at, number in enumerate(own)}

    def won_by(self, theirs: ShownPlayer, mine: ShownPlayer) -> str:
        """Return who won the round that has just ended, and how, in a few words."""
        last = self.rounds()[-1]
        facts = {"number": last.number, "how": last.by}
        if not last.winner:
            return _("Round %(number)s is a draw") % facts
        if last.winner == MINE and mine.you:
            return _("You win round %(number)s: %(how)s") % facts
        facts["player"] = mine.name if last.winner == MINE else theirs.name
        return _("%(player)s wins round %(number)s: %(how)s") % facts

    def ended_with(self, turns: Sequence[Any]) -> str:
        """Return the card that was put down last before the newest deal, or ""."""
        return self.moved(before_deal(turns))


def _codes(turns: Sequence[Any]) -> Sequence[str]:
    """Return the codes of the newest turn; none after a deal."""
    return turns[0].codes if turns and turns[0].seat is not None else ()


def _done(turns: Sequence[Any]) -> list[tuple[str, str, str]]:
    return [split(code) for code in _codes(turns)]


def layout(view: View, codes: Sequence[str], viewer: int | None) -> Layout:
    """Return the layout for a viewer, None for a spectator. `codes` are the viewer's legal ones."""
    me = viewer or 0
    winning = view.winning
    rows = [
        row(number, stone, me, (number in winning[1 - me], number in winning[me]))
        for number, stone in enumerate(view.stones)
    ]
    choosing = bool(codes) and view.step in ("play", "return")
    found = picks(view, codes, me) if choosing else {}
    claims = ways([code for code in codes if code[:5] == "claim"])
    return Layout(
        view=view,
        me=me,
        them=1 - me,
        rows=tuple(rows),
        hand=tuple([_held(name, found.get(name), name in view.fresh) for name in view.hand]),
        picks=tuple(found.values()),
        claims=claims,
        together=together(view, claims, me),
        draws=ways([code for code in codes if code[:4] == "draw"]),
        others=ways([code for code in codes if code in ("pass", "end")]),
        proofs=proofs(view, me) if view.turn is not None else (),
    )


@per_language(8192)
def _held(name: str, pick: Pick | None, new: bool) -> Held:
    return Held(drawn(name), pick, new)


def forced(view: View, codes: Sequence[str]) -> str:
    """Return the end of a turn, or its draw, where no stone can be claimed and one deck is all
    there is to draw from; "" otherwise."""
    ends = len(codes) == 1 and codes[0].partition(" ")[0] in ("draw", "end")
    return codes[0] if ends else ""
