"""The terms of a table in sentences, for the form, for the waiting page and for every other page
that describes a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import registry
from games.kernel.clock import UNTIMED, TimeControl
from games.kernel.protocol import AnyEngine, Option
from games.screens import clocks, phrases
from games.tables.models import Level, Order, bot_name
from games.tables.state import requirements

_NUMBERS = (
    gettext_lazy("no"),
    gettext_lazy("one"),
    gettext_lazy("two"),
    gettext_lazy("three"),
    gettext_lazy("four"),
    gettext_lazy("five"),
    gettext_lazy("six"),
)


def number(count: int) -> str:
    """Return a small number as a word."""
    return str(_NUMBERS[count]) if count < len(_NUMBERS) else str(count)


def seats(count: int) -> str:
    """Return the number of seats as a sentence."""
    if count == 1:
        return _("Solo: you play alone.")
    return _("For %(count)s players.") % {"count": number(count)}


def choice(option: Option, value: str) -> str:
    """Return the label of an option's choice without its note: "Three"."""
    labels = dict(zip(option.choices, option.labels or option.choices, strict=True))
    return _(labels[value])


def chosen(option: Option, value: str) -> str:
    """Return an option's choice as a sentence: "3 rounds.", "No secret decades."."""
    return _sentence(_phrase(option, value))


def _phrase(option: Option, value: str) -> str:
    """Return an option's choice for a sentence; with the option's label if a game has no words."""
    if option.brief:
        return brief(option, value)
    return _("%(option)s: %(choice)s") % {
        "option": _(option.label),
        "choice": choice(option, value).lower(),
    }


def options(engine: AnyEngine, chosen: Mapping[str, str]) -> str:
    """Return the options of a game as a sentence; "" without any."""
    said = [_phrase(option, chosen.get(option.name, option.default)) for option in engine.options]
    return _sentence(", ".join(said)) if said else ""


def brief(option: Option, value: str) -> str:
    """Return an option's choice for a row of a list: "3 rounds", "Antiquity"."""
    return _(dict(zip(option.choices, option.brief or option.labels, strict=True))[value])


def turns(engine: AnyEngine, options: Mapping[str, str]) -> int:
    """Return about how many turns each seat has in such a game; 0 if the game's screen does not
    say."""
    chosen = {
        option.name: value
        for option in engine.options
        if (value := options.get(option.name, option.default)) in option.choices
    }
    known = len(chosen) == len(engine.options)
    return registry.screen(engine.slug).turns(chosen) if known else 0


def clock(control: TimeControl, seats: int, turns: int) -> str:
    """Return the time control as a sentence, and how long such a game takes."""
    said = clocks.sentence(control)
    return f"{said} {clocks.means(control, seats, turns)}" if control.timed else said


def silent() -> str:
    """Return the word for a table at which nobody talks."""
    return _("silent")


def lensless() -> str:
    """Return the words for a table at which no card is looked at through the lens."""
    return _("no lens")


def asked_for(stored: str) -> str:
    """Return what an open table asks for, in a few words: "1300 to 1700, an account"; "" if
    nothing."""
    asks = requirements.of(stored)
    words = []
    if asks.high:
        words.append(_("rated %(low)s to %(high)s") % {"low": asks.low, "high": asks.high})
    if asks.finish:
        words.append(_("finishing %(count)s %%") % {"count": asks.finish})
    if asks.account and not asks.members:
        words.append(_("with an account"))
    if asks.bots:
        words.append(_("or bots"))
    return ", ".join(words)


def asked_briefly(stored: str) -> list[str]:
    """Return what an open table asks for as terms of a row: "1300–1700", "90 % finished"."""
    asks = requirements.of(stored)
    ratings = [f"{asks.low}–{asks.high}"] if asks.high else []
    finish = [_("%(count)s %% finished") % {"count": asks.finish}] if asks.finish else []
    told = asks.members or ratings or finish
    account = [_("no guests")] if asks.account and not told else []
    return [*ratings, *finish, *account, *([_("bots too")] if asks.bots else [])]


def asking(stored: str) -> str:
    """Return the sentence on who may sit down; "" if everybody may."""
    words = asked_for(stored)
    if requirements.of_members(stored):
        members = _("For members of the club %(words)s.") % {"words": words}
        return members if words else _("For members of the club.")
    if stored == requirements.Asks(bots=True).stored:
        return _("For people and for bots.")
    said = _("For people %(words)s, and for those who are invited.")
    return said % {"words": words} if words else ""


def sleepless() -> str:
    """Return in a few words that clocks run day and night, for a row of a list."""
    return _("no sleep windows")


def sleep(control: TimeControl, sleepless: bool) -> str:
    """Return the sentence on clocks that run while their players sleep; "" where they stand."""
    if control.kind != "correspondence" or not sleepless:
        return ""
    return _("No sleep windows: clocks run day and night.")


def unrated_reason(seats: int, control: TimeControl, guest: bool) -> str:
    """Return the reason why a game with these seats, this control, and perhaps a guest as its host
    cannot be rated; "" if it can."""
    if seats == 1:
        return _("A solo game is not rated.")
    if not control.timed:
        return _("A game without a clock is not rated.")
    if guest:
        return _("Guests play unrated: a rating needs a name that lasts.")
    return ""


def only_with_an_account() -> str:
    """Return the sentence for a guest who wants to sit down at a rated table."""
    return _(
        "This table is rated, and a rating needs a name that lasts. Create an account, then sit"
        " down."
    )


def rating(reason: str) -> str:
    """Return the sentence on the rating, given the reason why the game is not rated, or ""."""
    return reason or _("Rated: the result counts for the rating of everybody at the table.")


def privacy(private: bool, asks: str = "") -> str:
    """Return the sentence on who finds the table, and may sit down."""
    if requirements.of_members(asks):
        return _("Private: only members of the club can see it.") if private else asking(asks)
    if private:
        return _("Private: only people with the link can see it.")
    if asks:
        return f"{_('Listed in the lobby.')} {asking(asks)}"
    return _("Listed in the lobby: anybody may sit down.")


def bots(level: str, count: int) -> str:
    """Return the sentence on the bots at the other seats; "" if people may take them."""
    if not level or count == 1:
        return ""
    if count == 2:
        return _("Against the %(bot)s. The game starts at once.") % {"bot": bot_name(level)}
    others = {"count": number(count - 1).capitalize(), "bot": Level(level).label}
    return _("%(count)s %(bot)s bots sit down with you. The game starts at once.") % others


def order(by: str, count: int) -> str:
    """Return the sentence on the order of seats; "" for one seat."""
    if count == 1:
        return ""
    if by == Order.RANDOM:
        return (
            _("A draw decides who goes first.")
            if count == 2
            else _("A draw decides the order of seats.")
        )
    return _("Seat 1 begins.") if count == 2 else _("Turns follow the seats, seat 1 first.")


def _sentence(words: str) -> str:
    return _("%(words)s.") % {"words": words[:1].upper() + words[1:]}


@dataclass(frozen=True, slots=True)
class Terms:
    """A table that waits for players, in the words of its page."""

    engine: AnyEngine
    seat_count: int
    taken: int
    options: Mapping[str, str]
    private: bool
    order: str
    control: TimeControl = UNTIMED
    rated: bool = False
    bots: int = 0
    sleepless: bool = False
    asks: str = ""
    asked: tuple[str, ...] = ()
    """The names of those who are invited and have not answered."""
    silent: bool = False
    lensless: bool = False

    @property
    def missing(self) -> int:
        """Return the number of free seats."""
        return self.seat_count - self.taken

    @property
    def lines(self) -> list[str]:
        """Return the terms as sentences."""
        what = _("%(game)s for %(count)s.") % {
            "game": self.engine.title,
            "count": number(self.seat_count),
        }
        time = clock(self.control, self.seat_count, turns(self.engine, self.options))
        with_bot = _("Not rated, as a bot plays.") if self.bots else _("Not rated.")
        counts = rating(
            "" if self.rated else unrated_reason(self.seat_count, self.control, False) or with_bot
        )
        without = [silent()] * self.silent + [lensless()] * self.lensless
        lines = [
            what,
            options(self.engine, self.options),
            time,
            clocks.begins(self.control),
            sleep(self.control, self.sleepless),
            counts,
            privacy(self.private, self.asks),
            order(self.order, self.seat_count),
            _sentence(", ".join(without)) if without else "",
        ]
        return [line for line in lines if line]

    @property
    def waiting(self) -> str:
        """Return the sentence on the players that are missing: those invited by name."""
        named = self.asked[: self.missing]
        others = self.missing - len(named)
        more = ngettext("%(count)s more", "%(count)s more", others) % {"count": number(others)}
        return _("Waiting for %(players)s") % {
            "players": phrases.both([*named, more] if others else named)
        }

    @property
    def next(self) -> str:
        """Return the sentence on the start of the game."""
        if self.seat_count == 2:
            return _("As soon as you both sit, this page becomes the board and the game starts.")
        return _(
            "As soon as all %(count)s sit, this page becomes the board and the game starts."
        ) % {"count": number(self.seat_count)}

    @property
    def start_now(self) -> str:
        """Return the label of the host's button; "" if too few players sit."""
        if self.taken < self.engine.seats.start or not self.missing:
            return ""
        return (
            _("Start now, alone")
            if self.taken == 1
            else _("Start now with %(count)s") % {"count": number(self.taken)}
        )
