"""The form for a new table. Its fields come from the game's engine, so a new game needs no form of
its own."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import registry
from games.kernel.protocol import AnyEngine
from games.registry import engines
from games.screens import clocks, player_ratings
from games.tables.board import levels, terms
from games.tables.http.fields import Choice, Field, Pace, Tile, of_option
from games.tables.http.requested_terms import BEGINS, NEAR, POSSIBLE, RequestedTerms
from games.tables.models import Order, bot_name
from games.tables.state.requirements import FINISHES, Asks

NAMED = 2  # variations that are named; more are counted


class NewTable(RequestedTerms):
    """The form as sent, or with its defaults, and the facts on its page."""

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
        """Return the main fields, in the order of the page: seats, length, opponents."""
        return [
            *self._seats_field(),
            *self._options(variation=False),
            *self._bot_field(),
            self._private_field(),
            *self._club_field(),
        ]

    @property
    def more_fields(self) -> list[Field]:
        """Return the folded fields, which few change: variations, and who begins."""
        return [
            *self._options(variation=True),
            *self._order_field(),
            self._sleep_field(),
            *self._ask_fields(),
            self._talk_field(),
            *self._lens_field(),
        ]

    @property
    def more_chosen(self) -> str:
        """Return the choices in the folded fields other than the defaults, in a few words; ""
        without any."""
        if self.surprise:
            return _("a surprise")
        changed = [
            terms.brief(option, value)
            for option in self.engine.options
            if option.variation
            and (value := self.data.get(option.name, option.default)) != option.default
            and value in option.choices
        ]
        order = [] if self.order == Order.RANDOM else [field.says for field in self._order_field()]
        awake = [terms.sleepless()] if self._sleep_says else []
        if self.asks.stored:
            awake.append(terms.asked_for(self.asks.stored))
        if self.silent:
            awake.append(terms.silent())
        if self.lensless:
            awake.append(terms.lensless())
        return " · ".join([*changed, *[says.rstrip(".") for says in order if says], *awake])

    @property
    def more_names(self) -> str:
        """Return the titles of the folded fields: "Suits · Who begins"."""
        names = [field.label for field in self.more_fields if field.variation]
        if len(names) > NAMED:
            names = [
                ngettext("%(count)s variation", "%(count)s variations", len(names))
                % {"count": len(names)}
            ]
        return " · ".join([*names, *[field.label for field in self._order_field()]])

    @property
    def varies(self) -> bool:
        """Tell whether the game has variations that can be drawn."""
        return any(option.variation for option in self.engine.options)

    def _options(self, *, variation: bool) -> list[Field]:
        options = [option for option in self.engine.options if option.variation == variation]
        return [of_option(option, self.data.get(option.name, option.default)) for option in options]

    @property
    def paces(self) -> list[Pace]:
        """Return the kinds of time control to choose."""
        return self.clocks.paces(self.seats, self.turns)

    @property
    def hurry(self) -> str:
        """Return the warning that the clock is short for so long a game; "" if it is not."""
        return clocks.hurry(self.clocks.control, self.turns) if self.clocks.control else ""

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
            player_ratings.of("", self.game, self.seats, [user_id], bots).get(user_id)
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
        game = [field.says for field in (*self._seats_field(), *self._options(variation=False))]
        variations = (
            [_("The variations are drawn when you open the table.")]
            if self.surprise
            else [field.says for field in self._options(variation=True)]
        )
        people = [
            field.says
            for field in (*self._bot_field(), self._who_field(), *self._order_field())
            if self.seats > 1 and not (self.bots and field.name in ("private", "club"))
        ]
        control = self.clocks.control
        time = (
            [
                terms.clock(control, self.seats, self.turns),
                self._sleep_says,
                self.hurry,
                terms.rating(self.unrated),
            ]
            if control
            else []
        )
        return [line for line in (self.seats_say, *game, *variations, *time, *people) if line]

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
        """Tell whether the game starts at once, since no other person is needed."""
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

    def _bot_field(self) -> list[Field]:
        if max(self.engine.seats) == 1:
            return []
        people = Choice("", _("People"), "", not self.bot, "")
        bots = [
            Choice(
                level.value,
                bot_name(level.value),
                level.note,
                level.value == self.bot,
                terms.bots(level.value, self.seats),
            )
            for level in levels.offered([self.game])
        ]
        return [Field("bot", _("Against"), (people, *bots))]

    def _private_field(self) -> Field:
        everybody = Choice(
            "",
            _("Everybody"),
            _("in the lobby"),
            not self.private,
            terms.privacy(False, self.asks.stored),
        )
        by_link = Choice("on", _("By link"), _("private"), self.private, terms.privacy(True))
        return Field("private", _("Who may sit down"), (everybody, by_link))

    def _who_field(self) -> Field:
        """Return the field that says who may sit down."""
        return self._club_field()[0] if self.circle else self._private_field()

    def _club_field(self) -> list[Field]:
        """Return the field on the club in which the table is offered; none without a club."""
        if not self.circles:
            return []
        anywhere = Choice("", _("No club"), "", self.circle is None, "")
        clubs = [
            Choice(
                circle.key,
                circle.name,
                _("members alone") if circle.private else "",
                circle == self.circle,
                terms.privacy(circle.private, Asks(members=True).stored),
            )
            for circle in self.circles
        ]
        return [Field("club", _("In the club"), (anywhere, *clubs))]

    @property
    def _sleep_says(self) -> str:
        control = self.clocks.control
        return terms.sleep(control, self.sleepless) if control else ""

    def _sleep_field(self) -> Field:
        """Return the field on sleep, which the page shows with clocks by correspondence alone."""
        stands = Choice("", _("Clocks stand"), _("as usual"), not self.sleepless, "")
        runs = Choice("on", _("Clocks run"), _("day and night"), self.sleepless, self._sleep_says)
        return Field("sleepless", _("While players sleep"), (stands, runs))

    def _ask_fields(self) -> list[Field]:
        """Return the fields on who may sit down; none for games alone, and for guests."""
        if self.seats == 1:
            return []
        people = Choice("", _("People"), "", not self.asks.bots, "")
        programs = Choice("on", _("Other people’s bots too"), "", self.asks.bots, "")
        bots = Field("ask_bots", _("Who plays"), (people, programs))
        if self.guest:
            return [bots]
        near, finish = self.data.get("ask_rating", ""), self.data.get("ask_finish", "")
        anybody = Choice("", _("Anybody"), "", near not in NEAR, "")
        ratings = [
            Choice(value, f"± {points}", _("of mine"), near == value, "")
            for value, points in NEAR.items()
        ]
        every = Choice("", _("Anybody"), "", not self.asks.finish, "")
        finishes = [
            Choice(f"{count}", f"{count} %", _("of games"), finish == f"{count}", "")
            for count in FINISHES
        ]
        guests = Choice("", _("Guests too"), "", not self.asks.account, "")
        accounts = Choice("on", _("Accounts"), "", self.asks.account, "")
        return [
            Field("ask_rating", _("Ratings"), (anybody, *ratings)),
            Field("ask_finish", _("Finish at least"), (every, *finishes)),
            Field("ask_account", _("Who"), (guests, accounts)),
            bots,
        ]

    def _talk_field(self) -> Field:
        """Return the field on talk at the table."""
        talks = Choice("", _("Yes"), _("as usual"), not self.silent, "")
        says = terms.silent() if self.silent else ""
        return Field("silent", _("Talk"), (talks, Choice("on", _("Silent"), "", self.silent, says)))

    def _lens_field(self) -> list[Field]:
        """Return the field on the lens of the boards, for a game that has one."""
        if registry.screen(self.game).lens is None:
            return []
        on = Choice("", _("Yes"), _("for everybody alike"), not self.lensless, "")
        says = terms.lensless() if self.lensless else ""
        off = Choice("on", _("No"), _("for nobody"), self.lensless, says)
        return [Field("lensless", _("Hold a card to look ahead"), (on, off))]

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
