"""The fields of the form for a new table, and its clock: time controls by name, and custom ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games.kernel import clock
from games.kernel.clock import PRESETS, TimeControl
from games.kernel.protocol import Option
from games.screens import clocks, titles
from games.tables.board import terms


@dataclass(frozen=True, slots=True)
class Tile:
    """A game to choose."""

    slug: str
    title: str
    players: str
    cover: str
    chosen: bool

    @property
    def short(self) -> str:
        """Return the title without its subtitle, for where there is little room."""
        return titles.short(self.title)


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
    variation: bool = False

    @property
    def says(self) -> str:
        """Return the sentence of the choice made; "" if there is none."""
        return next((choice.says for choice in self.choices if choice.chosen), "")

    @property
    def short(self) -> bool:
        """Tell whether the choices are single words, so that they fit in one row."""
        return not any(choice.note for choice in self.choices)


def of_option(option: Option, chosen: str, prefix: str = "") -> Field:
    """Return the field of a game's option, with this choice made; `prefix` tells its name from
    those of other fields of the form."""
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
    return Field(prefix + option.name, _(option.label), tuple(choices), option.variation)


# Custom time controls by their name in the form: the pattern of the name in the kernel, and the
# fields for its figures.
CUSTOM = {
    "custom": ("custom {}+{}", ("minutes", "seconds")),
    "custom hours": ("custom {}h+{}h/{}h", ("hours", "hours_more", "hours_most")),
}
CUSTOM_OF: dict[clock.Kind | None, str] = {"live": "custom", "correspondence": "custom hours"}
TYPED = {"minutes": "15", "seconds": "30", "hours": "36", "hours_more": "12", "hours_most": "72"}


@dataclass(frozen=True, slots=True)
class Way:
    """A time control to choose: `label` is on its button, `terms` beside it, and `figures` are to
    type."""

    value: str
    label: str
    terms: str
    figures: tuple[Figure, ...]
    chosen: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """A number to type."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Pace:
    """A kind of time control: live, correspondence, or none. Choosing it chooses its `main`
    control; `ways` are all its controls if there are several."""

    label: str
    note: str
    main: Way
    ways: tuple[Way, ...]


class Clocks:
    """The time control that the form asks for."""

    def __init__(self, data: Mapping[str, str]) -> None:
        self.data = data

    @cached_property
    def custom(self) -> str:
        """Return the key in CUSTOM of the custom control that is asked for; "" for another."""
        asked = self.data.get("clock", "")
        # "custom" is by correspondence if only the figures of that are there.
        if asked == "custom" and "minutes" not in self.data and "hours" in self.data:
            return "custom hours"
        return asked if asked in CUSTOM else CUSTOM_OF.get(clock.custom_kind(asked), "")

    @cached_property
    def name(self) -> str:
        """Return the name of the time control that is asked for. There may be none of this name."""
        asked = self.data.get("clock") or clock.UNTIMED.name
        if asked not in CUSTOM:
            return asked
        pattern, names = CUSTOM[self.custom]
        typed = [self.data.get(name, "").strip() for name in names]
        if not all(figure.isascii() and figure.isdigit() and len(figure) < 4 for figure in typed):
            return pattern
        figures = [int(figure) for figure in typed]
        return pattern.format(
            *((figures[0] * 60, figures[1]) if self.custom == "custom" else figures)
        )

    @cached_property
    def control(self) -> TimeControl | None:
        """Return the time control that is asked for; None if there is none of its name."""
        return clock.control(self.name)

    @property
    def refusal(self) -> str:
        """Return the reason why there is no such control; "" if there is one."""
        if self.control:
            return ""
        if not self.custom:
            return _("There is no time control of that name.")
        if self.custom == "custom hours":
            return _(
                "By correspondence, a clock starts with 4 hours to 14 days and adds 1 hour to"
                " 7 days a turn. Its limit is 28 days at most, and not below what it starts with."
            )
        return _(
            "A live clock starts with 30 seconds to 3 hours and adds up to 3 minutes a turn. If it"
            " starts with less than 2 minutes, it adds at least 5 seconds."
        )

    def paces(self, seats: int, turns: int) -> list[Pace]:
        """Return the kinds of time control to choose, for this number of seats, and of turns of
        each."""
        return [
            self._pace(_("Live"), "normal", ("fast", "normal", "slow", "custom"), seats, turns),
            self._pace(
                _("By correspondence"),
                "daily",
                ("hours", "daily", "weekly", "custom hours"),
                seats,
                turns,
            ),
            self._pace(_("No clock"), "untimed", (), seats, turns),
        ]

    def _pace(self, label: str, main: str, values: tuple[str, ...], seats: int, turns: int) -> Pace:
        ways = tuple(self._way(value) for value in values)
        chosen = self.control if self.control and any(way.chosen for way in ways) else PRESETS[main]
        note = clocks.means(chosen, seats, turns)
        return Pace(
            label, note if chosen.timed else f"{note} {_('Not rated.')}", self._way(main), ways
        )

    def _way(self, value: str) -> Way:
        if value not in CUSTOM:
            control = PRESETS[value]
            return Way(value, clocks.start(control), clocks.terms(control), (), value == self.name)
        return Way(value, _("Other"), "", self._figures(value), value == self.custom)

    def _figures(self, value: str) -> tuple[Figure, ...]:
        live = [_("minutes each, plus"), _("seconds a turn")]
        hours = [_("hours each, plus"), _("hours a turn, up to"), _("hours in all")]
        labels = zip(CUSTOM[value][1], live if value == "custom" else hours, strict=True)
        return tuple(
            Figure(name, label, self.data.get(name, TYPED[name])) for name, label in labels
        )
