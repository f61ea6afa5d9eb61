"""The hours in which a user is awake, now and from the changes on that are coming."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from games import zones
from games.epoch import milliseconds, moment
from games.kernel import awake_hours
from games.kernel.awake_hours import Day, Days, Rules
from games.tables.sleep.models import Away, Week
from games.tables.state import hours

NO_WEEK = (Day(),) * 7
DAY_0 = date(1970, 1, 1)
BEFORE = 2  # days: so far around the world the same day is at most


def number(day: date) -> int:
    """Return a day's number, as `kernel.awake` counts days."""
    return (day - DAY_0).days


@dataclass(frozen=True, slots=True)
class History:
    """The settings of a user: weeks in the order in which they hold, and days away."""

    weeks: tuple[Week, ...]
    aways: tuple[Away, ...]

    def week(self, at: datetime) -> Week | None:
        """Return the week that holds at a moment."""
        return next((week for week in reversed(self.weeks) if week.holds_from <= at), None)

    @property
    def newest(self) -> Week | None:
        """Return the newest week, whether it holds yet or not."""
        return self.weeks[-1] if self.weeks else None

    def pending(self, now: datetime) -> Week | None:
        """Return the week that does not hold yet."""
        newest = self.newest
        return newest if newest is not None and newest.holds_from > now else None

    def rules(self, at: datetime) -> Rules:
        """Return the rules for a turn that begins at a moment."""
        week, begun = self.week(at), number(at.date()) - BEFORE
        away = tuple(
            sorted(
                _days(away)
                for away in self.aways
                if away.holds_from <= at
                and (away.ends_from is None or at < away.ends_from)
                and number(away.last) >= begun
            )
        )
        return Rules(week.zone, week.week, away) if week else Rules("UTC", NO_WEEK, away)

    def times(self, since: datetime) -> list[tuple[int, Rules]]:
        """Return the rules that hold since a moment, with the moments from which each holds."""
        changes = {since, *(week.holds_from for week in self.weeks)}
        for away in self.aways:
            changes |= {away.holds_from, away.ends_from or away.holds_from}
        found: list[tuple[int, Rules]] = []
        for at in sorted(at for at in changes if at >= since):
            rules = self.rules(at)
            if not found or found[-1][1] != rules:
                found.append((milliseconds(at), rules))
        return found


def _days(away: Away) -> Days:
    return number(away.first), number(away.last)


def history(user_id: int) -> History:
    """Return the settings of a user."""
    return _histories([user_id]).get(user_id, History((), ()))


def rules(user_id: int, at: datetime) -> Rules:
    """Return the rules of a user at a moment; under those of most users every minute counts."""
    return history(user_id).rules(at)


def asleep_until(user_id: int, now: datetime) -> datetime | None:
    """Return the moment at which a user wakes up who sleeps now, or comes back from days off; None
    for one who is awake."""
    its = rules(user_id, now)
    if its.always:
        return None
    since = milliseconds(now)
    is_awake, until = awake_hours.next_change(zones.hours(its, since), since)
    return None if is_awake or until is None else moment(until)


def sleepers(user_ids: Collection[int], since: datetime) -> Mapping[int, str]:
    """Return, for the users who sleep, which rules hold since a moment, as a seat keeps them."""
    found = {user: hours.text(told.times(since)) for user, told in _histories(user_ids).items()}
    return {user: times for user, times in found.items() if times}


def _histories(user_ids: Collection[int]) -> dict[int, History]:
    weeks: dict[int, list[Week]] = defaultdict(list)
    for week in Week.objects.filter(user__in=user_ids).order_by("holds_from", "pk"):
        weeks[week.user_id].append(week)
    if not weeks:  # days away come after a week
        return {}
    aways: dict[int, list[Away]] = defaultdict(list)
    for away in Away.objects.filter(user__in=list(weeks)).order_by("first", "pk"):
        aways[away.user_id].append(away)
    return {user: History(tuple(told), tuple(aways[user])) for user, told in weeks.items()}


def bookings(told: Sequence[Away]) -> list[Days]:
    """Return days away that count for the limit: also those called off, if turns that run may
    reckon with them."""
    return [_days(away) for away in told]
