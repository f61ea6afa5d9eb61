"""The public values of a table, which everybody may know. Views, mails and templates get these, and
never a snapshot, whose log and position hold every card."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.kernel import clock
from games.kernel.clock import TimeControl
from games.screens import clocks, sleep_words
from games.screens.player_ratings import ShownRating


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """A seat with its player; `user_id` is None for a bot."""

    number: int
    user_id: int | None
    name: str
    plain_name: str
    """The name where no picture tells bots from people."""
    score: int | None
    place: int | None
    standing: ShownRating | None
    walked: bool


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table at one version, without its cards."""

    id: str
    game: str
    title: str
    seat_count: int
    order: str
    private: bool
    silent: bool
    lensless: bool
    rated: bool
    copied: int
    """The number of entries from which this game goes on, if it began in the middle of another."""
    time_control: str
    sleepless: bool
    sleep_days: int | None
    status: str
    version: int
    ply: int
    ended_by: str
    draw_by: str
    abort_by: str
    undo_by: str
    slow_by: str
    commitment: str
    ended_at: datetime | None
    flag_at: datetime | None
    breaks_off_at: datetime | None
    deal: str
    sealed_until: datetime | None
    has_rematch: bool
    bot_thinks: bool
    seats: tuple[PublicSeat, ...]

    @property
    def deal_at(self) -> str:
        """Return the address of the deal that the table shares with others."""
        return f"/{self.deal}/"

    @property
    def daily(self) -> bool:
        """Tell whether it plays a deal of the day, whose seal opens when the day is over."""
        return self.deal.startswith("daily/")

    @property
    def deal_title(self) -> str:
        """Return the title of the deal that the table shares with others; "" for none."""
        if not self.deal:
            return ""
        _kind, first, second = self.deal.split("/")
        if not self.daily:
            return _("Duplicate deal %(number)s") % {"number": int(second) + 1}
        day = date.fromisoformat(first)
        return _("Deal of the day, %(date)s") % {"date": date_format(day, "j F")}

    @property
    def begun(self) -> bool:
        """Tell whether cards have been dealt."""
        return self.ply > 0

    @property
    def names(self) -> tuple[str, ...]:
        """Return the players' names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def plain_names(self) -> tuple[str, ...]:
        """Return the players' names by seat, for where there are no pictures."""
        return tuple(seat.plain_name for seat in self.seats)

    @property
    def summary(self) -> str:
        """Return the terms in one line: "rated · 5 min + 20 s"."""
        terms = clocks.summary(self.control, self.rated)
        if self.deal:
            terms = f"{self.deal_title} · {terms}"
        if self.sleepless:
            terms = f"{terms} · {_('no sleep windows')}"
        elif self.sleep_days is not None:
            terms = f"{terms} · {sleep_words.budget(self.sleep_days)}"
        if self.silent:
            terms = f"{terms} · {_('silent')}"
        if self.lensless:
            terms = f"{terms} · {_('no lens')}"
        return f"{terms} · {_('played on from another game')}" if self.copied else terms

    @property
    def control(self) -> TimeControl:
        """Return the time control."""
        return clock.stored(self.time_control)

    def seat(self, user_id: int | None) -> PublicSeat | None:
        """Return the user's seat, or None for a spectator. A bot has no user."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def counted(self, number: int) -> str:
        """Return the reason why the game counted less than a whole one for this seat's rating; ""
        if it counted in full or has not been rated."""
        others = [seat.name for seat in self.seats if seat.number != number]
        # Before the start seats may be free.
        standing = next(seat.standing for seat in self.seats if seat.number == number)
        if standing is None or standing.counted is None:
            return ""
        return standing.counted.words(others[0] if len(others) == 1 else "")

    def is_sealed(self, now: datetime) -> bool:
        """Tell whether only its players may see the table, and nobody its secret."""
        return self.sealed_until is not None and now < self.sealed_until

    def is_flag_due(self, now: datetime) -> bool:
        """Tell whether a player's time is up and the flag has not fallen yet."""
        return self.status == "running" and self.flag_at is not None and self.flag_at <= now
