"""The form for a new table. Its fields come from the game's engine, so a new game needs no form of
its own."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import registry
from games.kernel.protocol import AnyEngine, Option
from games.registry import engines
from games.screens import clocks, standing
from games.tables.board import terms
from games.tables.http.asked import BEGINS, POSSIBLE, Asked
from games.tables.http.clock_fields import Pace
from games.tables.models import Level, Order


@dataclass(frozen=True, slots=True)
class Tile:
    """A game to choose."""

    slug: str
    title: str
    players: str
    cover: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a field. `says` is the sentence that describes it in the summary."""

    value: str
    label: str
    note: str
    chosen: bool
    says: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field with its choices, translated."""

    name: str
    label: str
    choices: tuple[Choice, ...]

    @property
    def says(self) -> str:
        """Return the sentence of the choice made; "" if there is none."""
        return next((choice.says for choice in self.choices if choice.chosen), "")

    @property
    def short(self) -> bool:
        """Tell whether the choices are single words, so that they fit in one row."""
        return not any(choice.note for choice in self.choices)


class NewTable(Asked):
    """The form as it was sent, or with its defaults, and what the page shows of it."""

    @classmethod
    def offered(cls, query: Mapping[str, str], user: User | None) -> NewTable:
        """Return the form for a query: with the choices made so far, or else with the most common
        ones."""
        chosen = query if "clock" in query else {"clock": "normal", "rated": POSSIBLE, **query}
        return cls(query.get("game", ""), chosen, user)

    @property
    def games(self) -> list[Tile]:
        """Return all games to choose from."""
        return [self._tile(engine) for engine in engines().values()]

    @property
    def tile(self) -> Tile:
        """Return the chosen game."""
        return self._tile(self.engine)

    def _tile(self, engine: AnyEngine) -> Tile:
        fewest, most = engine.seats.start, engine.seats.stop - 1
        players = ngettext("%(count)s player", "%(count)s players", most) % {
            "count": most if fewest == most else f"{fewest}–{most}"
        }
        cover = registry.screen(engine.slug).about.cover
        return Tile(engine.slug, engine.title, players, cover, engine.slug == self.game)

    @property
    def fields(self) -> list[Field]:
        """Return all fields that the game has, in the order of the page."""
        return [*self._game_fields(), *self._people_fields()]

    def _game_fields(self) -> list[Field]:
        return [
            *self._seats_field(),
            *[self._option_field(option) for option in self.engine.options],
        ]

    def _people_fields(self) -> list[Field]:
        return [*self._bot_field(), self._private_field(), *self._order_field()]

    @property
    def paces(self) -> list[Pace]:
        """Return the kinds of time control to choose."""
        return self.clocks.paces(self.seats, self.turns)

    @property
    def turns(self) -> int:
        """Return about how many turns each seat has; 0 if unknown."""
        return terms.turns(self.engine, self.data)

    @property
    def stake(self) -> str:
        """Return the sentence on the rating that a rated game changes."""
        bots, user_id = (
            list(self.bots.values()),
            self.user.pk if self.user and not self.guest else None,
        )
        mine = (
            standing.of("", self.game, self.seats, [user_id], bots).get(user_id)
            if user_id is not None
            else None
        )
        if bots:
            now = _("Counts for your rating against bots, now %(rating)s.")
            return (
                now % {"rating": mine.text} if mine else _("Counts for your rating against bots.")
            )
        return (
            _("Counts for your rating, now %(rating)s.") % {"rating": mine.text}
            if mine
            else _("Counts for your rating.")
        )

    @property
    def lines(self) -> list[str]:
        """Return the description of the whole table in sentences."""
        game = [field.says for field in self._game_fields()]
        people = [
            field.says
            for field in self._people_fields()
            if self.seats > 1 and not (self.bots and field.name == "private")
        ]
        control = self.clocks.control
        time = (
            [terms.clock(control, self.seats, self.turns), terms.rating(self.unrated)]
            if control
            else []
        )
        return [line for line in (self.seats_say, *game, *time, *people) if line]

    @property
    def line(self) -> str:
        """Return the clock and the rating in a few words; "" without a valid clock."""
        if self.clocks.control is None:
            return ""
        time = clocks.brief(self.clocks.control)
        return (
            _("%(clock)s, not rated") % {"clock": time}
            if self.unrated
            else _("%(clock)s, rated") % {"clock": time}
        )

    @property
    def at_once(self) -> bool:
        """Tell whether the game starts when the table is opened, since no other person has to
        come."""
        return self.seats == 1 or bool(self.bots)

    @property
    def seats_say(self) -> str:
        """Return the sentence on the seats if there is no choice of seats; "" otherwise."""
        return terms.seats(self.seats) if len(self.engine.seats) == 1 else ""

    def _seats_field(self) -> list[Field]:
        if len(self.engine.seats) == 1:
            return []
        choices = (
            Choice(str(count), str(count), "", count == self.seats, terms.seats(count))
            for count in self.engine.seats
        )
        return [Field("seats", _("Players"), tuple(choices))]

    def _option_field(self, option: Option) -> Field:
        chosen = self.data.get(option.name, option.default)
        notes = option.notes or ("",) * len(option.choices)
        choices = (
            Choice(
                value,
                terms.choice(option, value),
                _(note) if note else "",
                value == chosen,
                terms.chosen(option, value),
            )
            for value, note in zip(option.choices, notes, strict=True)
        )
        return Field(option.name, _(option.label), tuple(choices))

    def _bot_field(self) -> list[Field]:
        if max(self.engine.seats) == 1:
            return []
        notes = {
            "": _("at their devices"),
            "beginner": _("a bot, easy to beat"),
            "club": _("a bot, plays well"),
            "expert": _("a bot, thinks ahead"),
        }
        labels = {"": _("People")} | {level.value: str(level.label) for level in Level}
        choices = [
            Choice(value, label, notes[value], value == self.bot, terms.bots(value, self.seats))
            for value, label in labels.items()
        ]
        return [Field("bot", _("Against"), tuple(choices))]

    def _private_field(self) -> Field:
        everybody = Choice(
            "", _("Everybody"), _("in the lobby"), not self.private, terms.privacy(False)
        )
        by_link = Choice("on", _("By link"), _("private"), self.private, terms.privacy(True))
        return Field("private", _("Who may sit down"), (everybody, by_link))

    def _order_field(self) -> list[Field]:
        most = max(self.engine.seats)
        if most == 1:
            return []
        if most > 2:
            drawn = Choice(
                Order.RANDOM,
                _("Drawn"),
                "",
                self.order == Order.RANDOM,
                terms.order(Order.RANDOM, most),
            )
            as_they_sit = Choice(
                Order.SEATS,
                _("As they sit down"),
                "",
                self.order != Order.RANDOM,
                terms.order(Order.SEATS, most),
            )
            return [Field("order", _("Order of seats"), (drawn, as_they_sit))]
        words = {
            "drawn": (_("Drawn"), terms.order(Order.RANDOM, 2)),
            "me": (_("I do"), _("You begin.")),
            "other": (_("The other"), _("The other player begins.")),
        }
        now = (self.order, self.seat if self.order == Order.SEATS else 0)
        choices = (
            Choice(value, label, "", BEGINS[value] == now, says)
            for value, (label, says) in words.items()
        )
        return [Field("begins", _("Who begins"), tuple(choices))]

    @property
    def fresh_key(self) -> str:
        """Return the key of the form: it differs from that of every other page, even with equal
        choices."""
        return self.key or secrets.token_hex(16)
