"""A table without a site, so that tests of the rules read as play: `table.plays("ann take 1923",
"ann move EU")`."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from games.exhibition.actions import Action
from games.exhibition.deck import CARDS, CONTINENTS, NAMES, NO_CARD, Cards
from games.exhibition.engine import ENGINE
from games.exhibition.hall import Obstacle, fitting
from games.exhibition.scoring import Category
from games.exhibition.showcases import FIRST, SIZES
from games.exhibition.state import EMPTY, State
from games.exhibition.turns import has_all_six
from games.exhibition.view import View, spots
from games.kernel import replay
from games.kernel.protocol import Outcome, Setup
from tests.kit.rules import RulesTable

SEATED = ("ann", "ben", "eve", "fay", "guy")
SEATS: dict[str, int | None] = dict(zip(SEATED, range(5), strict=True)) | {"cal": None}


class Table(RulesTable[State, Action, View]):
    """A table at which Ann, Ben and up to three more sit; Cal watches.

    `columns` names the cards of a continent, `stock` its next cards. Cards that a test does not
    name are dealt from 1999 down. `shows` lays out halls, so that a test need not play them.
    """

    engine, seats = ENGINE, SEATS

    def __init__(
        self,
        seats: int = 2,
        *,
        order: str = "",
        columns: Mapping[str, str] | None = None,
        stock: str = "",
        shows: Mapping[str, str] | None = None,
        secret: str = "",
        **options: str,
    ) -> None:
        state = ENGINE.start(Setup(seats, {**options, "decades": "on" if secret else "off"}))
        state = replay.deal(
            ENGINE, state, tuple(order.split() or [f"S{seat}" for seat in range(seats)])
        )
        if secret:
            given = secret.split()
            state = replay.deal(
                ENGINE,
                state,
                (*given, *[card for card in ENGINE.chance(state) if card not in given]),
            )
        shows, columns = shows or {}, columns or {}
        named = {*" ".join([*columns.values(), stock, *shows.values()]).split()}
        rest = [card for card in ("E", *NAMES[:-1]) if card not in named]
        display = [[*columns.get(each, "").split()] for each in CONTINENTS]
        for column in display:
            while len(column) < 3:
                column.append(rest.pop())
        shown = [word for words in shows.values() for word in words.split() if word in CARDS]
        self.state: State = replay.deal(
            ENGINE, state, (*chain(*display), *stock.split(), *reversed(rest), *shown)
        )
        self.state = self.state._replace(
            stock=self.state.stock[: len(self.state.stock) - len(shown)]
        )
        for name, words in shows.items():
            self.shows(name, words)

    def shows(self, name: str, words: str) -> None:
        """Lay out a hall: "six 1920 - 1935 era 1901 1910 depot 1999", spots from the left, a dash
        for an empty one."""
        halls, seat = list(self.state.halls), self.seat(name)
        lying, depot = laid_out(self.state, words)
        shown = sum(1 << card for card in lying if card != NO_CARD)
        halls[seat] = halls[seat]._replace(
            cards=lying, depot=depot, shown=shown, all_six=int(has_all_six(shown))
        )
        all_cards = [hall.cards for hall in halls]
        halls = [
            hall._replace(fitting=fitting(self.state.match.showcases, all_cards, seat))
            for seat, hall in enumerate(halls)
        ]
        self.state = self.state._replace(halls=tuple(halls))

    def holds(self, name: str, card: str) -> None:
        """Make it the seat's turn, with the card taken and the journey done."""
        columns = tuple(
            tuple(other for other in column if other != CARDS[card])
            for column in self.state.columns
        )
        stock = tuple(other for other in self.state.stock if other != CARDS[card])
        self.state = self.state._replace(
            step="place", turn=SEATS[name], taken=CARDS[card], columns=columns, stock=stock
        )

    def turns(self, *lines: str) -> None:
        """Play whole turns with coloured cards: "ann 1923 era 2" takes the card, travels to its
        continent and places it."""
        for line in lines:
            name, card, where = line.split(" ", 2)
            self.plays(f"{name} take {card}")
            self.plays(
                f"{name} {self.codes(name)[0]}",
                f"{name} {where if where in ('depot', 'finish') else f'place {where}'}",
            )

    def why(self, name: str, card: str, where: str) -> list[Obstacle]:
        """Return the obstacles that keep a card from the spot "era 2" of a hall."""
        seat = self.seat(name)
        (found,) = [
            spot for spot in spots(self.sees("cal"), seat, card) if spot.code == f"place {where}"
        ]
        return list(found.obstacles)

    def fits(self, name: str, card: str, showcase: str) -> list[int]:
        """Return the spots of a showcase where the card may go, by the codes that would be
        offered."""
        before = self.state
        self.holds(name, card)
        codes, self.state = self.codes(name, f"place {showcase} "), before
        return [int(code.split()[2]) for code in codes]

    def points(self, name: str, category: Category) -> int | None:
        """Return the points of a seat as the seat sees them."""
        view, seat = self.sees(name), SEATS[name]
        assert seat is not None
        return view.sheets[seat].points[view.categories.index(category)]

    def ended(self) -> Outcome:
        """Return the outcome if all seats were finished now."""
        outcome = ENGINE.outcome(self.state._replace(step="over", turn=None))
        assert outcome is not None
        return outcome


def laid_out(state: State, words: str) -> tuple[Cards, Cards]:
    lying, depot, at = list(EMPTY), [], 0
    for word in words.split():
        if word in state.match.showcases:
            number = state.match.showcases.index(word)
            at, end = FIRST[number], FIRST[number] + SIZES[number]
        elif word == "depot":
            at = -1
        elif at == -1:
            depot.append(CARDS[word])
        else:
            assert at < end
            lying[at] = NO_CARD if word == "-" else CARDS[word]
            at += 1
    return tuple(lying), tuple(depot)
