"""The lines that a player has left for the next turn, as this player alone sees them, and forms.

A board depends on its version alone, and plans change none. So boards have two empty places
(`PLACES`), whether there are plans or not, and what belongs there is put in for whoever asks
(`filled`), or fetched by plans.js.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from django.utils.translation import gettext as _

from games.screens.phrases import PLAYER, Said, Sentence
from games.screens.plans import ANYTHING, Condition, Field, Planning, Values, whatever
from games.tables.models import Became, Plan, PlanNote
from games.tables.state import between_turns
from games.tables.state.between_turns import Line
from games.tables.state.snapshot import Snapshot

PLACES = {
    "lines": '<i id="plans-lines" data-fetch hidden></i>',
    "note": '<i id="plans-note" data-fetch hidden></i>',
}
"""The empty places, as tables/board.html writes them."""

Parts = tuple[str | Said, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """The word of a board on plans, without knowing any: the name of the one other player, "" for
    several; whether the viewer waits, so that lines can be left; and since when, which tells one
    wait from another."""

    who: str
    waits: bool
    since: int


@dataclass(frozen=True, slots=True)
class Select:
    """A field of a form: its name there, its label, the conditions that use it ("" for all), and
    its options, each with its words and whether it is chosen."""

    name: str
    label: str
    used_by: str
    options: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A line: what it says, its answer, and its form. The new one says nothing. `stale`: it could
    not be written as it is any more."""

    number: int
    says: Parts
    answer: Parts
    choice: Select
    fields: tuple[Select, ...]
    steps: tuple[Select, ...]
    mark: str
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """The end of the newest plans: a sentence, and the answer that it speaks of."""

    became: str
    text: str
    answer: Parts


@dataclass(frozen=True, slots=True)
class Panel:
    """All that the player sees of the own plans. `new`: the form of one more line."""

    who: str
    of_other: bool
    rows: tuple[Row, ...]
    new: Row | None
    note: Note | None
    waits: bool


def way(snapshot: Snapshot, seat: int | None) -> Way | None:
    """Return what the board says of plans; None where they are not offered."""
    if seat is None or not between_turns.may_leave_plans(snapshot, seat):
        return None
    assert snapshot.position is not None
    waits = seat not in snapshot.engine.to_act(snapshot.position.state)
    return Way(_who(snapshot, seat), waits, between_turns.waiting_since(snapshot, seat))


def _who(snapshot: Snapshot, seat: int) -> str:
    return snapshot.names[1 - seat] if len(snapshot.players) == 2 else ""


def panel(snapshot: Snapshot, user_id: int | None) -> Panel | None:
    """Return what this user has left at the table; None where plans are not offered. Two
    queries."""
    seat = snapshot.seated(user_id)
    if seat is None or not between_turns.may_leave_plans(snapshot, seat):
        return None
    since, who = between_turns.waiting_since(snapshot, seat), _who(snapshot, seat)
    planning, waits = (
        between_turns.planning(snapshot, seat),
        between_turns.may_leave_now(snapshot, seat),
    )
    found = PlanNote.objects.filter(table=snapshot.id, seat=seat, since=since).first()
    note = _note(planning, found, who) if found else None
    if not waits:
        return Panel(who, planning.of_other, (), None, note, waits)
    plans = Plan.objects.filter(table=snapshot.id, seat=seat, since=since).order_by("place")
    form = _Form(planning, between_turns.view(snapshot, seat), seat, who)
    rows = [form.row(number, plan) for number, plan in enumerate(plans, 1)]
    return Panel(who, planning.of_other, tuple(rows), form.new(len(rows) + 1), note, waits)


def _note(planning: Planning[Any], found: PlanNote, who: str) -> Note:
    texts = {
        Became.PLAYED: _("Your line %(number)s was played:"),
        Became.NONE: _("None of your lines fitted. It is your turn."),
        Became.REFUSED: _("Your line %(number)s fitted, but could not be played:"),
        Became.OFFER: _("An offer waits for your answer, so none of your lines was played."),
        Became.DEALT: _("New cards were dealt, so your lines are gone."),
    }
    text = texts[Became(found.became)] % {"number": found.place}
    answer = _named(planning.say(found.answer), who) if found.place and found.answer else ()
    return Note(found.became, text, answer)


def _named(found: Sentence, who: str) -> Parts:
    """Return a sentence with the other player's name in its slot."""
    return tuple([its if isinstance(its, Said) else its.replace(PLAYER, who) for its in found])


@dataclass(frozen=True, slots=True)
class _Form:
    """The forms of the lines of one seat."""

    planning: Planning[Any]
    view: Any
    seat: int
    who: str

    def row(self, number: int, plan: Plan) -> Row:
        """Return a line that was left, with its form."""
        condition, line = self.planning.condition(plan.condition), plan.arguments
        says: Parts = ()
        if plan.condition == ANYTHING:
            says = (whatever(self.who, number),)
        elif condition is not None:
            says = _named(condition.tell(line), self.who)
        values = [plan.condition, *sorted(line.items()), *sorted(plan.answer.items())]
        choice, fields, steps = self._selects(number, plan.condition, line, plan.answer)
        return Row(
            number,
            says,
            _named(self.planning.say(plan.answer), self.who),
            choice,
            fields,
            steps,
            mark=f"{crc32(repr(values).encode()):x}",
            stale=condition is None or not self._can_be(condition, line, plan.answer),
        )

    def new(self, number: int) -> Row | None:
        """Return the empty form of one more line; None after the last one, and where there is
        nothing to choose."""
        choices = [field.choices(self.view, self.seat) for field in self.planning.answer]
        if number > between_turns.MOST or not choices or not all(choices):
            return None
        choice, fields, steps = self._selects(number, "", {}, {})
        return Row(number, (), (), choice, fields, steps, mark="new")

    def _can_be(self, condition: Condition[Any], line: Values, answer: Values) -> bool:
        """Tell whether all values can be chosen now. The view may have changed since."""
        asked = [field for field in self.planning.fields if field.name in condition.fields]
        return all(
            values.get(field.name)
            in [value for value, _words in field.choices(self.view, self.seat)]
            for fields, values in ((asked, line), (self.planning.answer, answer))
            for field in fields
        )

    def _selects(
        self, number: int, condition: str, line: Values, answer: Values
    ) -> tuple[Select, tuple[Select, ...], tuple[Select, ...]]:
        every, planning = self.planning.every(), self.planning
        names = tuple([(each.name, str(each.says), each.name == condition) for each in every])
        choice = Select(f"p{number}-if", _("What happens"), "", names)
        fields = [
            self._select(
                f"p{number}-if-{field.name}",
                field,
                line,
                " ".join([each.name for each in every if field.name in each.fields]),
            )
            for field in planning.fields
        ]
        steps = [
            self._select(f"p{number}-then-{field.name}", field, answer, "")
            for field in planning.answer
        ]
        return choice, tuple(fields), tuple(steps)

    def _select(self, name: str, field: Field[Any], values: Values, used_by: str) -> Select:
        choices, chosen = list(field.choices(self.view, self.seat)), values.get(field.name)
        if chosen is not None and chosen not in [value for value, _words in choices]:
            choices.append((chosen, chosen))
        options = tuple([(value, str(words), value == chosen) for value, words in choices])
        return Select(name, str(field.label), used_by, options)


def lines(snapshot: Snapshot, user_id: int | None, fields: Mapping[str, str]) -> list[Line]:
    """Return the lines that a form has sent, in order: the one more only if it is to be kept. The
    service checks them."""
    seat = snapshot.seated(user_id)
    if seat is None or not between_turns.may_leave_plans(snapshot, seat):
        return []
    planning = between_turns.planning(snapshot, seat)
    numbers = [n for n in range(1, between_turns.MOST + 2) if f"p{n}-if" in fields]
    if numbers and fields.get("new", "") == str(numbers[-1]) != fields.get("keep", ""):
        numbers.pop()
    found = {n: _line(planning, n, fields) for n in numbers}
    return _arranged(found, fields)


def _arranged(found: dict[int, Line], fields: Mapping[str, str]) -> list[Line]:
    order = list(found)
    if (up := _number(fields.get("up", ""))) in order[1:]:
        at = order.index(up)
        order[at - 1 : at + 1] = reversed(order[at - 1 : at + 1])
    removed = _number(fields.get("remove", ""))
    return [found[n] for n in order if n != removed]


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0


def _line(planning: Planning[Any], number: int, fields: Mapping[str, str]) -> Line:
    name = fields[f"p{number}-if"][:32]
    condition = planning.condition(name)
    used: Sequence[str] = condition.fields if condition else ()
    arguments = {each: fields.get(f"p{number}-if-{each}", "")[:64] for each in used}
    names = [field.name for field in planning.answer]
    answer = {each: fields.get(f"p{number}-then-{each}", "")[:64] for each in names}
    return Line(name, arguments, answer)
