"""Lost Cities in words, and in the order and measures that its board needs. Pure presentation: everything comes from the view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, TypeAlias

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games.lost_cities.view import Expedition, View

SUIT_SIZE, HAND = 12, 8
LONG = 7  # cards that a fan shows one by one; in a longer one the investments become one card with a number

SUITS = {
    "Y": (noop("Yellow"), noop("yellow"), noop("yellow %(rank)s"), noop("yellow investment")),
    "B": (noop("Blue"), noop("blue"), noop("blue %(rank)s"), noop("blue investment")),
    "W": (noop("White"), noop("white"), noop("white %(rank)s"), noop("white investment")),
    "G": (noop("Green"), noop("green"), noop("green %(rank)s"), noop("green investment")),
    "R": (noop("Red"), noop("red"), noop("red %(rank)s"), noop("red investment")),
    "P": (noop("Purple"), noop("purple"), noop("purple %(rank)s"), noop("purple investment")),
}

# What a turn says, by what was put down and where the next card came from.
YOURS = {
    ("play", ""): noop("You played %(card)s"),
    ("play", "stock"): noop("You played %(card)s and drew from the stock"),
    ("play", "pile"): noop("You played %(card)s and drew from the %(suit)s pile"),
    ("discard", ""): noop("You discarded %(card)s"),
    ("discard", "stock"): noop("You discarded %(card)s and drew from the stock"),
    ("discard", "pile"): noop("You discarded %(card)s and drew from the %(suit)s pile"),
}
THEIRS = {
    ("play", ""): noop("%(player)s played %(card)s and draws next"),
    ("play", "stock"): noop("%(player)s played %(card)s and drew from the stock"),
    ("play", "pile"): noop("%(player)s played %(card)s and drew from the %(suit)s pile"),
    ("discard", ""): noop("%(player)s discarded %(card)s and draws next"),
    ("discard", "stock"): noop("%(player)s discarded %(card)s and drew from the stock"),
    ("discard", "pile"): noop("%(player)s discarded %(card)s and drew from the %(suit)s pile"),
}
HERE = "\0"  # stands for the card in a sentence, so that the board can draw it there


# Cards, fans and picks are made once and then kept, so they are compared by identity: pieces of the board go by them.


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card as it is drawn: `suit` is the letter of its symbol, `rank` "" for an investment, `times` how many lie as one."""

    code: str
    suit: str
    colour: str
    rank: str
    times: int


@dataclass(frozen=True, slots=True, eq=False)
class Fan:
    """One side's expedition of one suit; `score` is "" where nothing lies."""

    cards: tuple[Card, ...]
    long: bool
    score: str
    low: bool
    bonus: bool


@dataclass(frozen=True, slots=True, eq=False)
class Pick:
    """A kind of card in the hand that may be put down now; `number` ties it to its places on the board."""

    number: int
    card: Card
    title: str
    playable: bool
    play: str
    discard: str
    do: str
    help: str
    elsewhere: str  # why it goes nowhere else
    blocked: str  # what lies in its way on its own expedition, or ""


@dataclass(frozen=True, slots=True)
class Lane:
    """Everything of one suit."""

    suit: str
    letter: str
    name: str
    theirs: Fan
    mine: Fan
    top: Card | None
    count: int
    picks: tuple[Pick, ...]
    draw: str  # what taking the top card is called, or ""


Part: TypeAlias = str | Card


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log: words, and cards to be drawn among them."""

    number: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A card in the hand, its suit in words, the id of its radio, and what may be done with it, if it may be put down now."""

    card: Card
    suit: str
    id: str
    pick: Pick | None


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished round, or one that was broken off: both sides of every suit, and both scores."""

    number: int
    rows: tuple[tuple[Lane, Fan, Fan], ...]
    theirs: str
    mine: str


@dataclass(frozen=True, slots=True)
class Screen:
    view: View
    me: int  # the seat at the bottom: the viewer's, or the first
    them: int
    lanes: tuple[Lane, ...]
    longest: int
    hand: tuple[Held, ...]
    picks: tuple[Pick, ...]
    draws: tuple[tuple[str, str], ...]  # code and words, the stock first

    def moved(self, turns: Sequence[Any]) -> tuple[str, str]:
        """Where the card lies that was put down last: ("mine", "theirs" or "pile", suit), or ("", "")."""
        if not turns or turns[0].seat is None:
            return "", ""
        verb, _space, card = turns[0].codes[0].partition(" ")
        return "pile" if verb == "discard" else "mine" if turns[0].seat == self.me else "theirs", card[0]

    def lines(self, turns: Iterable[Any], players: Sequence[Any]) -> list[Line]:
        """The log as it is read, newest first."""
        result, deals = [], self.view.round
        for turn in turns:
            if turn.seat is not None:
                result.append(Line(turn.number, parts(turn.player, turn.you, turn.codes)))
            elif deals > 0:
                result.append(Line(turn.number, (self._begins(deals, players),)))
                deals -= 1
        return result

    def _begins(self, number: int, players: Sequence[Any]) -> str:
        past = self.view.past
        starter = past[number - 1].starter if number <= len(past) else self.view.starter
        if starter is None:
            return _("Round %(number)s begins.") % {"number": number}
        if players[starter].you:
            return _("Round %(number)s begins. You move first.") % {"number": number}
        return _("Round %(number)s begins. %(player)s moves first.") % {"number": number, "player": players[starter].name}

    def rounds(self) -> list[Summary]:
        """The finished rounds."""
        return [self._summary(number, played.expeditions, played.scores) for number, played in enumerate(self.view.past, 1)]

    def broken_off(self) -> Summary:
        """The round on the table, as it stands."""
        return self._summary(self.view.round, self.view.expeditions, self.view.round_scores)

    def _summary(self, number: int, expeditions: Sequence[Any], scores: Sequence[int]) -> Summary:
        rows = zip(self.lanes, map(fan, expeditions[self.them]), map(fan, expeditions[self.me]), strict=True)
        return Summary(number, tuple(rows), signed(scores[self.them]), signed(scores[self.me]))

    def news(self) -> Summary | None:
        """The round before, while the new one is young."""
        view = self.view
        return self.rounds()[-1] if view.past and not view.over and self._drawn() < 3 else None

    def untouched(self) -> bool:
        """Whether nobody has drawn in this round yet."""
        return self._drawn() == 0

    def _drawn(self) -> int:
        return len(self.view.suits) * SUIT_SIZE - 2 * HAND - self.view.stock

    def begun(self) -> bool:
        """Whether the player at the bottom has an expedition."""
        return any([lane.mine.cards for lane in self.lanes])

    def before(self) -> tuple[int, int]:
        """Totals of the rounds before the one on the table, theirs and mine."""
        view = self.view
        return view.totals[self.them] - view.round_scores[self.them], view.totals[self.me] - view.round_scores[self.me]

    def signed(self, number: int) -> str:
        return signed(number)

    def minus(self, number: int) -> str:
        """A total: no plus, and the true minus."""
        return signed(number).lstrip("+")


def screen(view: View, codes: Sequence[str], viewer: int | None) -> Screen:
    me = viewer or 0
    them = 1 - me
    legal = frozenset(codes)
    picks = _picks(view, legal, view.expeditions[me]) if viewer is not None and view.step == "put" and codes else {}
    lanes = tuple(
        Lane(
            suit=suit,
            letter=suit.lower(),
            name=_(SUITS[suit][0]),
            theirs=fan(view.expeditions[them][i]),
            mine=fan(view.expeditions[me][i]),
            top=drawn(pile.top) if pile.top else None,
            count=pile.count,
            picks=tuple([pick for pick in picks.values() if pick.card.code[0] == suit]),
            draw=_("Draw %(card)s") % {"card": words(pile.top)} if f"draw {suit}" in legal and pile.top else "",
        )
        for i, (suit, pile) in enumerate(zip(view.suits, view.piles, strict=True))
    )
    return Screen(
        view=view,
        me=me,
        them=them,
        lanes=lanes,
        longest=max(len(side.cards) for lane in lanes for side in (lane.theirs, lane.mine)),
        hand=tuple(_held(view.hand, picks)),
        picks=tuple(picks.values()),
        draws=tuple(
            [(code, next((lane.draw for lane in lanes if code == f"draw {lane.suit}"), say(code))) for code in codes if code[:4] == "draw"]
        ),
    )


def _held(hand: Sequence[str], picks: dict[str, Pick]) -> Iterable[Held]:
    """Investments of one suit are alike, so only their radios tell them apart."""
    for i, name in enumerate(hand):
        again = hand[:i].count(name)
        yield Held(card := drawn(name), card.colour, f"card-{name}-{again}" if again else f"card-{name}", picks.get(name))


def _picks(view: View, legal: frozenset[str], own: Sequence[Expedition]) -> dict[str, Pick]:
    result, language = {}, get_language()
    for number, name in enumerate(dict.fromkeys(view.hand), 1):
        top = "" if f"play {name}" in legal else own[view.suits.index(name[0])].cards[-1]
        result[name] = _pick(language, number, name, top)
    return result


@lru_cache(4096)
def _pick(language: str, number: int, name: str, top: str) -> Pick:
    """`top` is the card that the named one may not be played on, or ""."""
    facts = {"card": words(name), "Card": title(name), "top": words(top) if top else "", "suit": _(SUITS[name[0]][1])}
    if top:
        do, elsewhere = _("Discard %(card)s") % facts, _("%(Card)s does not go on %(top)s.") % facts
        help = _("Investments come before numbers.") if name[1] == "x" else _("It does not go on %(top)s.") % facts
        blocked = _("Not to play: %(top)s lies there") % facts
    else:
        do, elsewhere = _("Play %(card)s or discard it") % facts, _("%(Card)s goes with %(suit)s only.") % facts
        help, blocked = _("Tap a lit place, or another card."), ""
    return Pick(number, drawn(name), title(name), not top, say(f"play {name}"), say(f"discard {name}"), do, help, elsewhere, blocked)


def drawn(name: str, times: int = 1) -> Card:
    return _drawn(get_language(), name, times)


@cache
def _drawn(language: str, name: str, times: int) -> Card:
    return Card(name, name[0].lower(), _(SUITS[name[0]][1]), "" if name[1] == "x" else name[1:], times)


def fan(expedition: Expedition) -> Fan:
    return _fan(get_language(), expedition)


@cache  # as bounded as the expeditions themselves
def _fan(language: str, expedition: Expedition) -> Fan:
    names = expedition.cards
    investments = sum([name[1] == "x" for name in names])
    long = len(names) > LONG
    as_one = investments if long else 0
    first = (drawn(names[0], as_one),) if as_one else ()
    return Fan(
        (*first, *map(drawn, names[as_one:])), long, signed(expedition.score) if names else "", expedition.score < 0, expedition.bonus
    )


def signed(number: int) -> str:
    """+4, −3, 0, with the true minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def words(name: str) -> str:
    """A card in the middle of a sentence: "red 7"."""
    suit = SUITS[name[0]]
    return _(suit[3]) if name[1] == "x" else _(suit[2]) % {"rank": name[1:]}


def title(name: str) -> str:
    """A card by itself: "Red 7"."""
    text = words(name)
    return text[:1].upper() + text[1:]


def say(code: str) -> str:
    """An action as its button says it."""
    verb, _space, what = code.partition(" ")
    if verb == "play":
        return _("Play %(card)s") % {"card": words(what)}
    if verb == "discard":
        return _("Discard %(card)s") % {"card": words(what)}
    if what == "stock":
        return _("Draw from the stock")
    return _("Draw from the %(suit)s pile") % {"suit": _(SUITS[what][1])}


def tell(player: str, you: bool, codes: Sequence[str]) -> str:
    """A turn in plain words."""
    return "".join([part if isinstance(part, str) else words(part.code) for part in parts(player, you, tuple(codes))])


def parts(player: str, you: bool, codes: tuple[str, ...]) -> tuple[Part, ...]:
    """A turn in words, its card kept apart. Names are other people's: they go in last and are never looked into."""
    result: list[Part] = []
    for i, piece in enumerate(_sentence(get_language(), you, codes)):
        if i:
            result.append(drawn(codes[0].partition(" ")[2]))
        result.append(piece if you else piece.replace("\1", player))
    return tuple([part for part in result if part])


@lru_cache(4096)
def _sentence(language: str, you: bool, codes: tuple[str, ...]) -> tuple[str, ...]:
    """The sentence of a turn, cut where its card stands; the player's name is left open."""
    verb = codes[0].partition(" ")[0]
    source = codes[1].partition(" ")[2] if len(codes) > 1 else ""
    suit = _(SUITS[source][1]) if source in SUITS else ""
    sentence = (YOURS if you else THEIRS)[verb, "pile" if suit else source]
    return tuple((_(sentence) % {"player": "\1", "card": HERE, "suit": suit}).split(HERE))


def pictured(codes: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The card that a turn put down, as suit and rank ("x": an investment), for lists of tables."""
    verb, _space, card = codes[0].partition(" ")
    return ((card[0].lower(), card[1:]),) if verb in ("play", "discard") else ()
