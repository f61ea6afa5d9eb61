"""The layout of Odin's board, computed from the view alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.odin.choices import Offer, best_words, compose, grouped, makes, sentences
from games.odin.view import Result, View
from games.odin.words import number, parts, pictured, points, say, tell, value
from games.screens import contract, log_lines
from games.screens.cards import Card, drawn
from games.screens.languages import per_language
from games.screens.log_lines import Line
from games.screens.phrases import both, either
from games.screens.share_card import Display
from games.screens.suits import faces
from games.screens.values import Shown

HINT = 20  # characters of the values that are named at once as what can be played

# Values with eq=False are cached, so they can be compared by identity, as cards are.


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """A hand as others see it: the cards that it openly took, and the number of the others. `moved`
    is the card that it has just taken, or ""."""

    known: tuple[Card, ...]
    backs: int
    moved: str


@dataclass(frozen=True, slots=True)
class Rival:
    """A seat other than `Layout.me`. `did` is its last play or its pass in this round, in words, or
    ""."""

    number: int
    hand: Hand
    count: int
    points: int
    did: str
    passed: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """A set on the table, and the seat that laid it."""

    seat: int
    cards: tuple[Card, ...]
    value: int


@dataclass(frozen=True, slots=True)
class Prize:
    """A beaten card that may be taken. `makes` is the best set that it would make with the hand, in
    words, or "", and `value` its value, or 0."""

    card: Card
    code: str
    words: str
    makes: str
    value: int


@dataclass(frozen=True, slots=True)
class Row:
    """A player's row in a table of points: `points` by hand, and their total."""

    number: int
    points: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished hand; `rows` have the fewest points of the game first."""

    number: int
    result: Result
    rows: tuple[Row, ...]
    cards: tuple[Card, ...]
    value: int
    count: str  # of the cards, in words


@dataclass(frozen=True, slots=True)
class Layout:
    """All that the template gets as `screen`."""

    view: View
    me: int  # the seat at the bottom: the viewer's, or the first in order
    rivals: tuple[Rival, ...]  # in order of play, the next one first
    hand: tuple[Card, ...]
    mine: Hand  # the hand at the bottom as others see it
    top: Laid | None
    beaten: tuple[Card, ...]  # what lies there beaten while somebody takes
    prizes: tuple[Prize, ...]
    offers: tuple[tuple[str, tuple[Offer, ...]], ...]  # what can be played, by size
    may_pass: bool
    whole: bool  # the whole hand may be laid at once

    def told(self, turns: Iterable[Any], players: Sequence[Any]) -> list[tuple[int, Line]]:
        """Return the log, newest first, each line with the ply of the position after it."""

        def begins(number: int, starter: Shown | None) -> str:
            out = players[past[number - 2].out] if number > 1 else None
            return _begins(number, out, starter)

        past = self.view.past
        starters = (
            *[played.starter for played in past],
            *([self.view.starter] if self.view.number > len(past) else []),
        )
        return log_lines.told(turns, players, parts, starters, begins)

    def hint(self) -> str:
        """Return the values of the sets that can be played, in a sentence: as many as fit on two
        lines of a phone."""
        values = list(
            dict.fromkeys([str(offer.value) for _size, offers in self.offers for offer in offers])
        )
        fit = sum([end <= HINT for end in accumulate([len(value) + 2 for value in values])])
        if len(values) - fit > 1:
            return _("You could play %(values)s or %(more)s others.") % {
                "values": ", ".join(values[:fit]),
                "more": len(values) - fit,
            }
        return _("You could play %(values)s.") % {"values": either(values)} if values else ""

    def if_all_pass(self, players: Sequence[Any]) -> str:
        """Return who leads the next round if nobody beats the set on the table."""
        view, top = self.view, self.top
        if top is None or view.turn is None:
            return ""
        owner = players[top.seat]
        if self._last_pass():
            return self.pass_means(players)
        if owner.you:
            return _("If all pass, you lead.")
        return _("If all pass, %(player)s leads.") % {"player": owner.name}

    def pass_means(self, players: Sequence[Any]) -> str:
        """Return what a pass of the seat to act leads to."""
        view, top = self.view, self.top
        if top is None or view.turn is None:
            return ""
        if not self._last_pass():
            return _("Pass; you may still beat a later set.")
        facts = {"player": players[view.turn].name, "leader": players[top.seat].name}
        if players[view.turn].you:
            return _("If you pass, %(leader)s leads.") % facts
        if players[top.seat].you:
            return _("If %(player)s passes, you lead.") % facts
        return _("If %(player)s passes, %(leader)s leads.") % facts

    def _last_pass(self) -> bool:
        """Tell whether a pass now ends the round."""
        return sum(self.view.passed) == len(self.view.passed) - 2

    def beats_it(self) -> str:
        """Return the sentence that says which sets beat the one on the table."""
        if self.top is None:
            return ""
        size, value = len(self.top.cards), {"value": self.top.value}
        if size == 1:
            return (
                _("Beat it with a card above %(value)s, or any two of one colour or one number.")
                % value
            )
        return _(
            "Beat it with %(size)s cards above %(value)s or any %(more)s, "
            "of one colour or one number."
        ) % (value | {"size": size, "more": size + 1})

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
        return _rows(self.view.past, self.view.totals)

    def summaries(self) -> list[Summary]:
        """Return the finished hands, the last one first."""
        past = self.view.past
        return [_summary(past[:number]) for number in range(len(past), 0, -1)]

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
    top = view.plays[-1] if view.plays else None
    return Layout(
        view=view,
        me=me,
        rivals=tuple([_rival(view, seat) for seat in (*order[at + 1 :], *order[:at])]),
        hand=tuple(map(drawn, view.hand)),
        mine=_hand(view, me),
        top=Laid(top.seat, tuple(map(drawn, top.cards)), top.value) if top else None,
        beaten=tuple(map(drawn, view.beaten)),
        prizes=tuple([_prize(code, view.hand) for code in codes if code[:4] == "take"]),
        offers=grouped(tuple(plays)),
        may_pass="pass" in codes,
        whole=view.step == "lead" and any([len(code.split()) > 2 for code in plays]),
    )


def open_hand(view: View) -> tuple[Card, ...]:
    """Return the viewer's hand, for replays with all cards open."""
    return tuple(map(drawn, view.hand))


def share(view: View, winners: Mapping[int, str]) -> Display | None:
    """Return the cards that ended the last hand, for the picture of an ended game; None without a
    finished hand. `winners` are names by seat."""
    if not view.past or not winners:
        return None
    facts = {"players": both(list(winners.values())), "points": points(min(view.totals))}
    return Display(faces(view.past[-1].cards), _("%(players)s: %(points)s") % facts)


def _rival(view: View, seat: int) -> Rival:
    did = _did(view, seat)
    return Rival(
        seat, _hand(view, seat), view.hand_counts[seat], view.totals[seat], did, view.passed[seat]
    )


def _hand(view: View, seat: int) -> Hand:
    last = view.plays[-1] if view.plays else None
    moved = last.took if last and last.seat == seat else None
    return _seen(
        view.taken[seat],
        view.hand_counts[seat] - len(view.taken[seat]),
        moved or "",
    )


@per_language(8192)
def _seen(taken: tuple[str, ...], backs: int, moved: str) -> Hand:
    return Hand(tuple(map(drawn, taken)), backs, moved)


def _did(view: View, seat: int) -> str:
    if view.passed[seat]:
        return _("passed")
    played = [(number, play) for number, play in enumerate(view.plays) if play.seat == seat]
    if not played:
        return ""
    number, play = played[-1]
    if number == 0:
        return _("led %(value)s") % {"value": play.value}
    return _("played %(value)s") % {"value": play.value}


def _prize(code: str, hand: tuple[str, ...]) -> Prize:
    name = code.partition(" ")[2]
    best = makes(name, hand)
    return Prize(drawn(name), code, say(code), best_words(name, best), value((name, *best)))


def _rows(past: Sequence[Result], totals: Sequence[int]) -> tuple[Row, ...]:
    rows = [
        Row(seat, tuple([played.points[seat] for played in past]), total)
        for seat, total in enumerate(totals)
    ]
    return tuple(sorted(rows, key=lambda row: (row.total, row.number)))


@per_language(1024)
def _summary(past: tuple[Result, ...]) -> Summary:
    last = past[-1]
    cards = tuple(map(drawn, last.cards))
    facts = (len(past), last, _rows(past, last.totals), cards)
    return Summary(*facts, value(last.cards), number(len(cards)))


def _begins(number: int, out: Any, starter: Shown | None) -> str:
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


def _turns(options: Mapping[str, str]) -> int:
    """Return about how many turns each player has, passes among them: a hand takes some fifteen,
    and brings its losers four points."""
    return int(options["target"]) * 4


ABOUT = contract.About(
    tagline=lazy("Every set you beat leaves you one of its cards."),
    blurb=lazy(
        "Nine cards each, and all must go. Beat the set on the table with a higher one, take one "
        "card of what you beat, and be the first whose hand is empty."
    ),
    minutes=15,
    cover="odin/cover.svg",
)

SCREEN: contract.Screen[View] = contract.Screen(
    about=ABOUT,
    first_lines=(
        lazy("Get rid of your cards; each one left costs a point, and the fewest points win."),
        lazy("Beat the set on the table with a higher one, as many cards or one more, or pass."),
    ),
    script="odin/choose.js",
    layout=layout,
    say=say,
    tell=tell,
    pictured=pictured,
    open_hand=open_hand,
    compose=compose,
    scene=True,
    share=share,
    turns=_turns,
    # as people are called in the North
    bot_names=("Freya", "Nils", "Astrid", "Torsten", "Sigrid", "Leif", "Solveig", "Eskil"),
)
