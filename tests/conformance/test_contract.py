"""The engine contract, for every registered engine."""

from collections import Counter
from random import Random

import pytest

from games.bots.choosing import choose
from games.kernel.protocol import (
    MAX_CODE,
    UNDO,
    AnyEngine,
    BadSetup,
    IllegalAction,
    Setup,
    usual_length,
)
from games.kernel.replay import (
    Entry,
    Position,
    advance,
    begin,
    codes,
    deal,
    deal_code,
    effective,
    fold,
    play,
)
from games.registry import bots
from tests.conformance.playing import PLIES, Game, game, seeds, setups, told, unlike


def moments(played: Game, seed: int, count: int = 60) -> list[int]:
    """Return some plies of the game, its first and last ones among them."""
    last = len(played.states) - 1
    some = Random(seed).sample(range(last + 1), min(count, last + 1))
    return sorted({0, 1, 2, last - 1, last, *some} & set(range(last + 1)))


def test_is_offered_with_what_the_site_shows(engine: AnyEngine) -> None:
    assert engine.slug.isidentifier() and engine.title and engine.seats and engine.ruleset >= 1
    assert UNDO not in engine.automatic
    assert len({option.name for option in engine.options}) == len(engine.options)
    for option in engine.options:
        assert (
            option.label
            and option.default in option.choices
            and len(set(option.choices)) == len(option.choices)
        )
        assert len(option.labels) in (0, len(option.choices)) and len(option.notes) in (
            0,
            len(option.choices),
        )


def test_refuses_setups_that_it_does_not_know(engine: AnyEngine) -> None:
    seats = min(engine.seats)
    wrong = [
        Setup(min(engine.seats) - 1),
        Setup(max(engine.seats) + 1),
        Setup(seats, ruleset=engine.ruleset + 1),
        Setup(seats, {"no such option": "1"}),
        *(Setup(seats, {option.name: "no such choice"}) for option in engine.options),
    ]
    for setup in wrong:
        with pytest.raises(BadSetup):
            engine.start(setup)


def test_missing_options_mean_the_default(engine: AnyEngine) -> None:
    defaults = {option.name: option.default for option in engine.options}
    assert engine.start(Setup(min(engine.seats))) == engine.start(
        Setup(min(engine.seats), defaults)
    )


def test_every_combination_of_options_and_seats_plays_to_its_end(engine: AnyEngine) -> None:
    for number, setup in enumerate(setups(engine)):
        played = game(engine.slug, 1, number)
        outcome = engine.outcome(played.states[-1])
        assert outcome is not None or len(played.entries) == PLIES
        if outcome is not None:
            assert len(outcome.scores) == len(outcome.places) == setup.seats
            assert sorted(outcome.places) == sorted(
                1 + sum(other < place for other in outcome.places) for place in outcome.places
            )


@seeds(10)
def test_chance_turn_and_end_exclude_one_another(engine: AnyEngine, seed: int) -> None:
    for state in game(engine.slug, seed).states:
        assert [
            bool(engine.chance(state)),
            bool(engine.to_act(state)),
            engine.outcome(state) is not None,
        ].count(True) == 1


@seeds(10)
def test_who_sits_where_is_dealt_first(engine: AnyEngine, seed: int) -> None:
    played = game(engine.slug, seed)
    first, *later = [entry.code.split()[1:] for entry in played.entries if entry.seat is None]
    assert sorted(first) == [f"S{seat}" for seat in range(played.setup.seats)]
    assert not any(set(cards) & set(first) for cards in later)


@seeds(10)
def test_replay_is_play(engine: AnyEngine, seed: int) -> None:
    played = game(engine.slug, seed)
    position = begin(engine, played.setup)
    for entry, state in zip(played.entries, played.states[1:], strict=True):
        position = advance(engine, position, entry)
        assert position.state == state and hash(position.state) == hash(state)


@seeds(10)
def test_a_code_names_one_action_and_an_action_one_code(engine: AnyEngine, seed: int) -> None:
    played = game(engine.slug, seed)
    for ply in moments(played, seed):
        state = played.states[ply]
        for seat in engine.to_act(state):
            actions = engine.legal_actions(state, seat)
            by_code = codes(engine, state, seat)
            assert len(actions) == len(by_code) > 0
            for code, action in by_code.items():
                assert (
                    code.isascii()
                    and code.isprintable()
                    and code == " ".join(code.split())
                    and len(code) <= MAX_CODE
                )
                assert "," not in code  # it stands between codes where one button plays several
                assert code.split()[0] not in (UNDO, "deal")
                assert engine.encode(action) == code
                assert play(engine, state, seat, code) == engine.apply(state, seat, action)


@seeds(10)
def test_nobody_acts_out_of_turn(engine: AnyEngine, seed: int) -> None:
    played = game(engine.slug, seed)
    for ply in moments(played, seed):
        state, acting = played.states[ply], engine.to_act(played.states[ply])
        known = {code for seat in acting for code in codes(engine, state, seat)} | {"", "deal"}
        assert acting <= set(range(played.setup.seats))
        for seat in {*range(played.setup.seats), -1, 99} - acting:
            assert len(engine.legal_actions(state, seat)) == 0
            for code in known:
                with pytest.raises(IllegalAction):
                    play(engine, state, seat, code)


@seeds(10)
def test_what_is_not_legal_is_refused(engine: AnyEngine, seed: int) -> None:
    """Codes that were legal at other moments are refused, and so is any other text."""
    played = game(engine.slug, seed)
    elsewhere = {entry.code for entry in played.entries if entry.seat is not None}
    for ply in moments(played, seed, 20):
        state = played.states[ply]
        for seat in engine.to_act(state):
            legal = codes(engine, state, seat)
            some = next(iter(legal))
            for code in (
                elsewhere
                | {"", " ", some + " ", some.upper() + "'", "undo", "deal", "\0", "x" * 5000}
            ) - set(legal):
                with pytest.raises(IllegalAction):
                    play(engine, state, seat, code)


@seeds(10)
def test_only_what_is_due_can_be_dealt(engine: AnyEngine, seed: int) -> None:
    played = game(engine.slug, seed)
    for ply in moments(played, seed, 20):
        state = played.states[ply]
        due = engine.chance(state)
        for cards in {(), ("R7",), due[1:], (*due, *due[:1])} - {due}:
            with pytest.raises(IllegalAction):
                deal(engine, state, cards)


def test_the_usual_length_is_near_that_of_games_between_bots(engine: AnyEngine) -> None:
    """Within a factor of three: ratings ask whether a game lasted a tenth of it."""
    bot = bots().get(engine.slug)  # a game without one is played at random
    telling = [
        setup for setup in (setups(engine)[0], setups(engine)[-1]) if usual_length(engine, setup)
    ]
    for setup in telling:
        rng, position, entries = Random(5), begin(engine, setup), 0
        while engine.outcome(position.state) is None:
            if due := list(engine.chance(position.state)):
                rng.shuffle(due)
                entry = Entry(None, deal_code(due))
            else:
                seat = min(engine.to_act(position.state))
                view, legal = (
                    engine.view(position.state, seat),
                    engine.legal_actions(position.state, seat),
                )
                action = choose(bot, "club", view, seat, legal, rng) if bot else rng.choice(legal)
                entry = Entry(seat, engine.encode(action))
            position, entries = advance(engine, position, entry), entries + 1
        assert entries / 3 < usual_length(engine, setup) < entries * 3, (setup, entries)


@seeds(10)
def test_cards_are_conserved(engine: AnyEngine, seed: int) -> None:
    played, cards = game(engine.slug, seed), told(engine).cards
    given = Counter[str]()
    for ply, entry in enumerate(played.entries):
        now = cards(played.states[ply + 1])
        if entry.seat is None and ply:
            missing = Counter(entry.code.split()[1:]) - now
            assert not missing, f"dealt, and nowhere: {' '.join(missing.elements())}"
        else:
            assert now == given, f"after entry {ply}, {entry}: {unlike(given, now)}"
        given = now


@seeds(10)
def test_states_and_views_are_values(engine: AnyEngine, seed: int) -> None:
    """To play, to look and to imagine leave a state unchanged, and the same question has the same
    answer."""
    played = game(engine.slug, seed)
    for ply in moments(played, seed, 20):
        state = played.states[ply]
        before = hash(state)
        for seat in engine.to_act(state):
            for action in engine.legal_actions(state, seat):
                engine.apply(state, seat, action)
        for viewer in (*range(played.setup.seats), None):
            view = engine.view(state, viewer)
            assert view == engine.view(state, viewer) and hash(view) == hash(
                engine.view(state, viewer)
            )
            engine.imagine(view, Random(seed))
        assert (
            hash(state) == before
            and state == fold(engine, played.setup, played.entries[:ply]).state
        )


@seeds(10)
def test_undo_takes_back_a_seats_last_entry(engine: AnyEngine, seed: int) -> None:
    played = game(engine.slug, seed)
    position = begin(engine, played.setup)
    log: list[Entry] = []
    for entry in played.entries:
        before, position = position, advance(engine, position, entry)
        log.append(entry)
        if entry.seat is not None and entry.seat in engine.to_act(position.state):
            back = Entry(entry.seat, UNDO)
            assert advance(engine, position, back).state == before.state
            position = advance(engine, advance(engine, position, back), entry)
            log += [back, entry]
    assert effective(log) == played.entries
    assert fold(engine, played.setup, log).state == played.states[-1] == position.state


@seeds(10)
def test_nothing_to_take_back_is_refused(engine: AnyEngine, seed: int) -> None:
    played = game(engine.slug, seed)
    position: Position = begin(engine, played.setup)
    for entry in played.entries[:40]:
        for seat in range(played.setup.seats):
            if position.last is None or position.last.seat != seat:
                with pytest.raises(IllegalAction):
                    advance(engine, position, Entry(seat, UNDO))
        position = advance(engine, position, entry)
