"""The evaluation of each decision of a game from what its seat could know, and the expected result
after each turn.

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
The work is cut into pieces of about the same size. A caller that keeps them (`kept`, plain values)
may stop after any piece and go on later, with the same numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, pstdev
from typing import Any, cast

from games.bots import trial as trials
from games.bots.protocol import AnyBot, AnyReviewer, Dice
from games.bots.trial import DiceBox, Kept, Trial
from games.kernel import replay
from games.kernel.protocol import Seat, Setup
from games.kernel.replay import Entry


@dataclass(frozen=True, slots=True)
class Depth:
    """The numbers of imagined deals: for each line of a decision, half to choose and half to
    measure; and for an expectation."""

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
    """The expected result of a seat: points ahead, their standard deviation, and the chance to
    win."""

    ahead: float
    spread: float
    chance: float


@dataclass(frozen=True, slots=True)
class Stage:
    """A turn with its decisions, and the expectations of the requested seats after it."""

    ply: int
    """The number of entries of the log up to and with this turn."""
    seat: Seat | None
    judged: tuple[Judged, ...]
    expected: dict[Seat, Expected]


def stages(
    game: Game, dice: DiceBox, depth: Depth, done: int = 0, kept: Kept | None = None
) -> Iterator[Stage]:
    """Yield the stages of a game, one for each turn, without the first `done`.

    Each piece is put into `kept` as soon as it is made, and not made if it is there. `kept` is
    empty again when a stage has been made.
    """
    engine = game.bot.engine
    kept = {} if kept is None else kept
    position, begun = replay.begin(engine, game.setup), False
    for number, turn in enumerate(game.turns):
        made: list[Judged] = []
        begun = begun or turn.seat is not None
        for ply, entry in turn.entries:
            if number >= done and entry.seat is not None:
                made += decision(game, position.state, ply, entry, dice, depth, kept)
            position = replay.advance(engine, position, entry)
        if number >= done:
            ply = turn.entries[-1][0] + 1
            # before all cards are dealt nobody has a view to expect anything by
            ready = begun or bool(engine.to_act(position.state))
            expected = outlook(game, position.state, ply, dice, depth, kept) if ready else {}
            kept.clear()
            yield Stage(ply, turn.seat, tuple(made), expected)


def decision(
    game: Game,
    state: Any,
    ply: int,
    entry: Entry,
    dice: DiceBox,
    depth: Depth,
    kept: Kept | None = None,
) -> list[Judged]:
    """Return the value of a decision; [] where there was no choice.

    The view of the seat and its legal actions are all that is used of the state.
    """
    bot, engine, seat = game.bot, game.bot.engine, entry.seat
    assert seat is not None
    kept, name = {} if kept is None else kept, f"{ply} judged"
    if name in kept:
        return [judged(kept[name])]
    legal = engine.legal_actions(state, seat)
    if len(legal) < 2:
        return []
    view = engine.view(state, seat)
    played = next(action for action in legal if engine.encode(action) == entry.code)
    lines = list(bot.candidates(view, seat, legal))
    if played not in [line[0] for line in lines]:
        lines.append((played,))
    trial = Trial(bot, game.setup.seats, (ply, seat, view), dice, kept)
    best, own = trial.choose(lines, played, depth.worlds // 2)
    codes = tuple([engine.encode(action) for action in best])
    if best[0] == played:
        worth = (0.0, 0.0, trial.chance, trial.chance, (0.0,) * game.setup.seats)
    else:
        worth = trial.measure(best, own, depth.worlds // 2)
    found = Judged(ply, seat, entry.code, codes, len(legal), *worth)
    kept[name] = asdict(found)
    for piece in trial.pieces:
        del kept[piece]
    return [found]


def judged(stored: Mapping[str, Any]) -> Judged:
    """Return a decision that was stored as a dictionary, where tuples may have become lists."""
    return Judged(**{**stored, "best": tuple(stored["best"]), "gains": tuple(stored["gains"])})


def outlook(
    game: Game, state: Any, ply: int, dice: DiceBox, depth: Depth, kept: Kept
) -> dict[Seat, Expected]:
    """Return the expectation of each requested seat, by its own view; after the end its result."""
    bot = game.bot
    if bot.engine.outcome(state) is not None:
        got = trials.results(bot, state, 0, dice(f"{ply}"), whole=True)
        return {seat: Expected(got[seat].ahead, 0.0, got[seat].won) for seat in game.seats}
    found = {}
    for seat in game.seats:
        name = f"{ply} seen by {seat}"
        if name not in kept:
            kept[name] = _expected(bot, bot.engine.view(state, seat), seat, dice(name), depth.looks)
        found[seat] = Expected(*kept[name])
    return found


def _expected(
    bot: AnyBot, view: Any, seat: Seat, rng: Dice, looks: int
) -> tuple[float, float, float]:
    deals = trials.likely(bot, view, seat, rng)
    won = [trials.results(bot, next(deals), seat, rng, whole=True)[seat] for _ in range(looks)]
    ahead = [each.ahead for each in won]
    return fmean(ahead), pstdev(ahead), fmean([each.won for each in won])


def slip(bot: AnyBot) -> float:
    """Return the smallest loss, in points, that a review mentions."""
    return cast(AnyReviewer, bot).slip


def depth(bot: AnyBot | None, seats: int, times: int = 1) -> Depth | None:
    """Return the default depth for a game, or one so many times deeper; None if its bot cannot
    review. More seats mean longer playouts, so fewer deals."""
    worlds = int(getattr(bot, "worlds", 0))
    if not worlds:
        return None
    share = 2 / max(2, seats)
    return Depth(max(16, int(worlds * share * times)), max(8, int(worlds * share * times / 5)))


SURE = 2.0
"""A loss within so many standard errors may be none."""


def is_loss(loss: float, error: float, slip: float) -> bool:
    """Tell whether a measured loss is significant and large enough to mention."""
    return loss >= slip and loss > SURE * error
