"""The table that a form asks for: sent values or defaults."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User
from games import registry
from games.digits import number
from games.kernel.clock import PRESETS, UNTIMED
from games.kernel.protocol import AnyEngine, Option
from games.registry import engines
from games.tables.board import terms
from games.tables.errors import NotPossible
from games.tables.http.fields import Clocks
from games.tables.models import Order
from games.tables.services import requirements
from games.tables.state import circles
from games.tables.state.circles import Circle
from games.tables.state.requirements import FINISHES, Asks

# For two players one choice, "who begins", gives order and seat: the starter is drawn, or seat 0
# begins.
BEGINS: dict[str, tuple[str, int]] = {
    "drawn": (Order.RANDOM, 0),
    "me": (Order.SEATS, 0),
    "other": (Order.SEATS, 1),
}

NEAR = {"100": 100, "200": 200, "400": 400}
"""Points around the host's rating from which others may sit down."""
USUAL = 4  # the default number of seats, if the game allows so many

KEY = re.compile(r"[!-~]{1,64}")

# Rated unless other choices make that impossible, or the table is private. The page says so, but
# without JavaScript it cannot remove the tick.
POSSIBLE = "possible"


class RequestedTerms:
    """A requested table. The properties accept any input; `terms` refuses wrong input."""

    def __init__(
        self, game: str, data: Mapping[str, str] | None = None, user: User | None = None
    ) -> None:
        self.game = game if game in engines() else next(iter(engines()))
        self.known = game in engines()
        self.data: Mapping[str, str] = data or {}
        self.user = user
        self.clocks = Clocks(self.data)

    @property
    def engine(self) -> AnyEngine:
        """Return the engine of the chosen game."""
        return engines()[self.game]

    @property
    def has_lesson(self) -> bool:
        """Return whether the chosen game has a lesson."""
        return self.game in registry.lessons()

    @property
    def key(self) -> str:
        """Return the key as the page sent it; "" if the client sent none."""
        sent = self.data.get("key", "")
        return sent if KEY.fullmatch(sent) else ""

    @property
    def invite(self) -> str:
        """Return the name of the user who is invited as soon as the table is open; "" for
        nobody."""
        return self.data.get("invite", "").strip()[: names.LONGEST]

    @property
    def and_invite(self) -> str:
        """Return the part of an address that keeps the invitation, and the club, for another
        game."""
        kept = {"invite": self.invite, "private": "on"} if self.invite else {}
        kept |= {"club": self.circle.key} if self.circle else {}
        return f"&{urlencode(kept)}" if kept else ""

    def _number(self, name: str, otherwise: int) -> int:
        return number(self.data.get(name, ""), 2, otherwise)

    @property
    def seats(self) -> int:
        """Return the number of seats."""
        return self._number("seats", min(USUAL, max(self.engine.seats)))

    @property
    def begins(self) -> tuple[str, int] | None:
        """Return order and seat if "who begins" was chosen; None otherwise."""
        return BEGINS.get(self.data.get("begins", ""))

    @property
    def seat(self) -> int:
        """Return the creator's seat."""
        return self.begins[1] if self.begins else self._number("seat", 0)

    @property
    def order(self) -> str:
        """Return the order of seats, as the form names it."""
        return self.begins[0] if self.begins else self.data.get("order") or Order.RANDOM

    @property
    def bot(self) -> str:
        """Return the level of the bots at all other seats; "" for people."""
        return self.data.get("bot", "")

    @property
    def levels(self) -> tuple[str, ...]:
        """Return the levels of the game's bots, the weakest first."""
        return registry.levels(self.game)

    @property
    def bots(self) -> dict[int, str]:
        """Return the levels of the bots by seat; empty for people."""
        return (
            {number: self.bot for number in range(self.seats) if number != self.seat}
            if self.bot in self.levels
            else {}
        )

    @property
    def private(self) -> bool:
        """Return whether the table is private."""
        return self.data.get("private") == "on"

    @property
    def asks(self) -> Asks:
        """Return who may sit down: ratings near the host's own, a finish rate, accounts."""
        near, finish = self.data.get("ask_rating", ""), self.data.get("ask_finish", "")
        low = high = 0
        bots = self.data.get("ask_bots") == "on"
        if self.user is None or self.guest:
            return Asks(bots=bots)
        if near in NEAR:
            mine = requirements.rating(self.user.pk, self.game, self.seats)
            low, high = max(1, mine - NEAR[near]), min(requirements.HIGHEST, mine + NEAR[near])
        percent = int(finish) if finish in map(str, FINISHES) else 0
        account = self.data.get("ask_account") == "on" or bool(high or percent)
        return Asks(low, high, percent, account, bots)

    @cached_property
    def circles(self) -> list[Circle]:
        """Return the circles in which the user may open the table."""
        return [] if self.user is None or self.seats == 1 else circles.of_user(self.user.pk)

    @property
    def circle(self) -> Circle | None:
        """Return the circle in which the table is to be opened, or None."""
        sent = self.data.get("club", "")
        return next((circle for circle in self.circles if circle.key == sent), None)

    @property
    def silent(self) -> bool:
        """Return whether talk is off at the table."""
        return self.data.get("silent") == "on"

    @property
    def lensless(self) -> bool:
        """Return whether the lens of the boards is off at the table."""
        return self.data.get("lensless") == "on"

    @property
    def sleepless(self) -> bool:
        """Return whether clocks by correspondence run day and night."""
        return self.data.get("sleepless") == "on"

    @property
    def rated(self) -> bool:
        """Return whether the game will be rated."""
        if self.data.get("rated") == "on":
            return True
        by_link = self.private and not self.bots
        wish = self.wants_private_rating if by_link else self.wants_rating
        return wish and not self.unrated_reason

    @property
    def wants_rating(self) -> bool:
        """Return whether the form asks for a rated game in the lobby, possible or not."""
        return bool(self.data.get("rated"))

    @property
    def wants_private_rating(self) -> bool:
        """Return whether the form asks for a rated game with friends. It is a box of its own,
        without a tick at first: whoever gets the link would have to make an account."""
        return "on" in (self.data.get("rated"), self.data.get("rated_private"))

    @property
    def reasons(self) -> dict[str, str]:
        """Return the reasons why a game cannot be rated, by the condition that rules it out."""
        timed, untimed = PRESETS["normal"], UNTIMED
        unrated = terms.unrated_reason
        return {
            "guest": unrated(2, timed, True),
            "untimed": unrated(2, untimed, False),
            "alone": unrated(1, timed, False),
        }

    @property
    def unrated(self) -> str:
        """Return the reason why this game will not be rated; "" if it will."""
        return (
            "" if self.rated and not self.unrated_reason else self.unrated_reason or _("Not rated.")
        )

    @property
    def unrated_reason(self) -> str:
        """Return the reason why this game cannot be rated; "" if it can."""
        if self.circle is not None and self.circle.private:
            return _("Games of a private club are not rated.")
        return terms.unrated_reason(self.seats, self.clocks.control or UNTIMED, self.guest)

    @property
    def guest(self) -> bool:
        """Return whether the user is a guest, or a visitor who becomes one by opening a table."""
        return self.user is None or self.user.is_guest

    @property
    def surprise(self) -> bool:
        """Return whether the variations are to be drawn."""
        return self.data.get("surprise") == "on"

    @property
    def options(self) -> dict[str, str]:
        """Return the game's options by name, as far as they were sent; variations are drawn if the
        form asks for it."""
        sent = {
            option.name: self.data[option.name]
            for option in self.engine.options
            if option.name in self.data
        }
        if not self.surprise:
            return sent
        # A form that is sent twice draws the same, so that it opens one table.
        seed = self.key or secrets.token_hex(16)
        variations = [option for option in self.engine.options if option.variation]
        return sent | {option.name: _drawn(option, seed) for option in variations}

    def terms(self) -> dict[str, Any]:
        """Return the arguments for `services.open_table`. Raises NotPossible."""
        if not self.known:
            raise NotPossible(_("There is no such game here."))
        if self.data.get("seats") and str(self.seats) != self.data["seats"]:
            raise NotPossible(_("The number of seats must be a number."))
        if self.data.get("seat") and not self.begins and str(self.seat) != self.data["seat"]:
            raise NotPossible(_("The seat must be a number."))
        if self.data.get("begins") and not self.begins:
            raise NotPossible(
                _("A draw decides who goes first, or it is you, or the other player.")
            )
        if self.bot not in ("", *self.levels):
            raise NotPossible(_("There is no such bot."))
        control = self.clocks.control
        if control is None:
            raise NotPossible(self.clocks.refusal)
        return {
            "game": self.game,
            "seats": self.seats,
            "options": self.options,
            "order": self.order,
            "private": self.private,
            "rated": self.rated,
            "clock": control.name,
            "sleepless": self.sleepless,
            "silent": self.silent,
            "lensless": self.lensless,
            "asks": self.asks,
            "seat": self.seat,
            "nonce": self.data.get("nonce", ""),
            "bots": self.bots,
            "circle": "" if self.bots else self.data.get("club", "")[:60],
        }


def _drawn(option: Option, seed: str) -> str:
    """Return a choice of the option that follows from the seed, all equally likely."""
    digest = hashlib.sha256(f"{seed} {option.name}".encode()).digest()
    return option.choices[int.from_bytes(digest) % len(option.choices)]
