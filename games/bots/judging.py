"""The worth of each decision of a game, from what its seat could know then, and the result to
expect after each turn.

A decision is tried on imagined deals that agree with the view of its seat, all its lines on the
same deals, and played on by the strongest policy. The best line is chosen on one half of the deals,
and what the played one lost beside it is measured on the other half: chosen and measured on the
same deals, the luckiest line would look better than it is. A line that is clearly worse leaves
early; the played one never does.

The expectation of a seat is that of its view. From one turn to the next it changes by what was
decided, which is known, and by the rest: what was drawn, and what showed. The expectations are the
baseline of a control variate, as in AIVAT (Burch, Schmid, Moravčík, Morrill, Bowling: AIVAT: A New
Variance Reduction Technique for Agent Evaluation in Imperfect Information Games, AAAI 2018). They
telescope, so that luck and play add up to the result, and the doubt in both is that of the losses.

There are no dice here: the caller hands them out by name, so the same names give the same review.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pstdev, stdev
from typing import Any, cast

from games.bots.protocol import AnyBot, AnyReviewer, Dice, Line, Result
from games.bots.search import after, imagined
from games.kernel import replay
from games.kernel.protocol import Seat, Setup
from games.kernel.replay import Entry

BEHIND = 3.0
"""A line leaves when it is behind the best by so many standard errors."""
LOOKS = (8, 4, 2)
"""The parts of the first half after which lines may leave."""


@dataclass(frozen=True, slots=True)
class Depth:
    """The imagined deals for each line of a decision, half of them to choose, half to measure; and
    those for an expectation."""

    worlds: int
    looks: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a seat, or a deal (`seat` is None), as its entries with their plies."""

    seat: Seat | None
    entries: tuple[tuple[int, Entry], ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A game that has ended: the bot that judges, the setup, the turns, and the seats for which an
    expectation is asked."""

    bot: AnyBot
    setup: Setup
    turns: Sequence[Turn]
    seats: Collection[Seat]


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision: what was played, the line that would have been best, the points lost with their
    standard error, and the chances to win with the best line and with the played one."""

    ply: int
    seat: Seat
    played: str
    best: tuple[str, ...]
    options: int
    loss: float
    error: float
    chance: float
    left: float
    gains: tuple[float, ...]
    """By seat, the points that it gained because this was played and not the best; the own seat's
    are the loss, with a minus."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The result that a seat may expect: points ahead, how far they spread (a standard deviation),
    and the chance to win."""

    ahead: float
    spread: float
    chance: float


@dataclass(frozen=True, slots=True)
class Stage:
    """A turn with its decisions, and what each seat that was asked for may expect after it."""

    ply: int
    """The number of entries of the log up to and with this turn."""
    seat: Seat | None
    judged: tuple[Judged, ...]
    expected: dict[Seat, Expected]


DiceBox = Callable[[str], Dice]
"""A function from a name to dice."""


def stages(game: Game, dice: DiceBox, depth: Depth, done: int = 0) -> Iterator[Stage]:
    """Yield the stages of a game, one for each turn, without the first `done`."""
    engine = game.bot.engine
    position, begun = replay.begin(engine, game.setup), False
    for number, turn in enumerate(game.turns):
        judged: list[Judged] = []
        begun = begun or turn.seat is not None
        for ply, entry in turn.entries:
            if number >= done and entry.seat is not None:
                judged += decision(game, position.state, ply, entry, dice, depth)
            position = replay.advance(engine, position, entry)
        if number >= done:
            ply = turn.entries[-1][0] + 1
            # before all cards are dealt nobody has a view to expect anything by
            ready = begun or bool(engine.to_act(position.state))
            expected = outlook(game, position.state, ply, dice, depth) if ready else {}
            yield Stage(ply, turn.seat, tuple(judged), expected)


def decision(
    game: Game, state: Any, ply: int, entry: Entry, dice: DiceBox, depth: Depth
) -> list[Judged]:
    """Return what a decision was worth; nothing where there was nothing to decide.

    The view of the seat and its legal actions are all that is used of the state.
    """
    bot, engine, seat = game.bot, game.bot.engine, entry.seat
    assert seat is not None
    legal = engine.legal_actions(state, seat)
    if len(legal) < 2:
        return []
    view = engine.view(state, seat)
    played = next(action for action in legal if engine.encode(action) == entry.code)
    lines = list(bot.candidates(view, seat, legal))
    if played not in [line[0] for line in lines]:
        lines.append((played,))
    trial = Trial(bot, seat, dice(f"{ply}"), likely(bot, view, seat, dice(f"{ply} deals")))
    best, own = trial.choose(lines, played, depth.worlds // 2)
    codes = tuple([engine.encode(action) for action in best])
    if best[0] == played:
        worth = (0.0, 0.0, trial.chance, trial.chance, (0.0,) * game.setup.seats)
    else:
        worth = trial.measure(best, own, depth.worlds // 2)
    return [Judged(ply, seat, entry.code, codes, len(legal), *worth)]


class Trial:
    """The lines of a decision, tried on the same imagined deals."""

    def __init__(self, bot: AnyBot, seat: Seat, rng: Dice, deals: Iterator[Any]) -> None:
        self.bot, self.seat, self.rng, self.deals = bot, seat, rng, deals
        self.chance = 0.5
        """How likely the seat wins by the line that was chosen."""

    def play(self, state: Any, line: Line[Any]) -> Sequence[Result]:
        """Return the results of a line on an imagined deal, by seat."""
        state = after(self.bot, state, self.seat, line)
        return results(self.bot, state, self.seat, self.rng)

    def choose(
        self, lines: Sequence[Line[Any]], played: Any, worlds: int
    ) -> tuple[Line[Any], Line[Any]]:
        """Return the best line, and the best of those that begin with what was played."""
        tried = list(lines)
        won: list[list[Result]] = [[] for _ in tried]
        stops = {worlds // part for part in LOOKS}
        for number in range(1, (worlds if len(tried) > 1 else max(1, worlds // LOOKS[0])) + 1):
            state = next(self.deals)
            for line, so_far in zip(tried, won, strict=True):
                so_far.append(self.play(state, line)[self.seat])
            if number in stops:
                keep = still(won, [line[0] == played for line in tried])
                tried, won = [tried[at] for at in keep], [won[at] for at in keep]
        order = sorted(range(len(tried)), key=lambda at: -mean(won[at]))
        best, own = order[0], next(at for at in order if tried[at][0] == played)
        self.chance = fmean([each.won for each in won[best]])
        return tried[best], tried[own]

    def measure(
        self, best: Line[Any], own: Line[Any], worlds: int
    ) -> tuple[float, float, float, float, tuple[float, ...]]:
        """Return on other deals what the own line loses beside the best one, the standard error,
        the chances with both, and what each seat gained."""
        pairs = []
        for _ in range(worlds):
            state = next(self.deals)
            pairs.append((self.play(state, best), self.play(state, own)))
        gains = [
            [one[seat].ahead - other[seat].ahead for other, one in pairs]
            for seat in range(len(pairs[0][0]))
        ]
        error = stdev(gains[self.seat]) / sqrt(worlds)
        chances = [fmean([pair[which][self.seat].won for pair in pairs]) for which in (0, 1)]
        means = tuple([fmean(each) for each in gains])
        return -means[self.seat], error, chances[0], chances[1], means


def mean(won: Sequence[Result]) -> float:
    """Return the mean of the points."""
    return fmean([each.ahead for each in won])


def still(won: Sequence[Sequence[Result]], own: Sequence[bool]) -> list[int]:
    """Return the numbers of the lines that are not clearly worse than the best so far, and of one
    at least that begins with what was played (`own`)."""
    best = max(range(len(won)), key=lambda at: mean(won[at]))
    mine = max([at for at in range(len(won)) if own[at]], key=lambda at: mean(won[at]))
    found = []
    for at, each in enumerate(won):
        more = [one.ahead - other.ahead for one, other in zip(won[best], each, strict=True)]
        clear = BEHIND * stdev(more) / sqrt(len(more)) if len(more) > 1 else fmean(more)
        if at == mine or fmean(more) <= clear:
            found.append(at)
    return found


def outlook(game: Game, state: Any, ply: int, dice: DiceBox, depth: Depth) -> dict[Seat, Expected]:
    """Return what each seat that was asked for may expect, by its own view; of a game that is over
    what it has got."""
    bot = game.bot
    if bot.engine.outcome(state) is not None:
        got = results(bot, state, 0, dice(f"{ply}"), whole=True)
        return {seat: Expected(got[seat].ahead, 0.0, got[seat].won) for seat in game.seats}
    found = {}
    for seat in game.seats:
        rng = dice(f"{ply} seen by {seat}")
        deals = likely(bot, bot.engine.view(state, seat), seat, rng)
        won = [results(bot, next(deals), seat, rng, whole=True)[seat] for _ in range(depth.looks)]
        ahead = [each.ahead for each in won]
        found[seat] = Expected(fmean(ahead), pstdev(ahead), fmean([each.won for each in won]))
    return found


def likely(bot: AnyBot, view: Any, seat: Seat, rng: Dice) -> Iterator[Any]:
    """Yield states that agree with the view: the likely ones of a `Foreteller`, or those that the
    search imagines."""
    deals: Callable[[Any, Seat, Dice], Iterator[Any]] | None = getattr(bot, "likely", None)
    return deals(view, seat, rng) if deals else imagined(bot, view, seat, rng)


def results(
    bot: AnyBot, state: Any, seat: Seat, rng: Dice, *, whole: bool = False
) -> Sequence[Result]:
    """Return what an imagined state comes to, by seat."""
    return cast(AnyReviewer, bot).results(state, seat, rng, whole=whole)


def slip(bot: AnyBot) -> float:
    """Return the points from which a loss is worth a word, of a bot that can review."""
    return cast(AnyReviewer, bot).slip


def depth(bot: AnyBot | None, seats: int, times: int = 1) -> Depth | None:
    """Return the default depth for a game, or one that is so many times deeper; None if its bot
    cannot review. With more seats there is more to play out, so fewer deals do."""
    worlds = int(getattr(bot, "worlds", 0))
    if not worlds:
        return None
    share = 2 / max(2, seats)
    return Depth(max(16, int(worlds * share * times)), max(8, int(worlds * share * times / 5)))


SURE = 2.0
"""The standard errors within which a loss may be none."""


def is_loss(loss: float, error: float, slip: float) -> bool:
    """Tell whether a measured loss is called one: it is none by luck, and worth a word."""
    return loss >= slip and loss > SURE * error
