"""Conditions of plans see what their seat sees: views and public codes, never a state."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.kernel.protocol import MAX_CODE, AnyEngine, IllegalAction
from games.kernel.replay import Entry, codes
from games.registry import engines, screen
from games.screens.plans import ANYTHING, Seen, watched, words
from tests.conformance.playing import Game, game, seeds, told
from tests.conformance.test_secrecy_of_turns import exchanged, namings, seen

WAITS = 12
"""So many waits of each game are looked at."""


def waits(played: Game, engine: AnyEngine, rng: Random) -> Iterator[tuple[int, int, int]]:
    """Yield a seat with the numbers of the states between which it waited in one deal."""
    found = []
    for at, entry in enumerate(played.entries):
        acts = engine.to_act(played.states[at])
        if entry.seat is None or entry.seat in engine.to_act(played.states[at + 1]):
            continue
        for end in range(at + 2, len(played.states)):
            if played.entries[end - 1].seat is None or not acts:
                break
            if entry.seat in engine.to_act(played.states[end]):
                found.append((entry.seat, at + 1, end))
                break
    yield from rng.sample(found, min(WAITS, len(found)))


def lines(engine: AnyEngine, view: Any, seat: int, rng: Random) -> Iterator[tuple[Any, dict]]:
    """Yield each condition of the game with values that its seat may choose."""
    planning = screen(engine.slug).planning
    choices = {field.name: field.choices(view, seat) for field in planning.fields}
    for condition in planning.every():
        if all(choices[name] for name in condition.fields):
            yield condition, {name: rng.choice(choices[name])[0] for name in condition.fields}


def between(engine: AnyEngine, played: Game, seat: int, start: int, end: int) -> Seen[Any]:
    states = played.states[start], played.states[end]
    planning = screen(engine.slug).planning
    return watched(planning, engine, seat, states, played.entries[start:end])


@seeds(6)
def test_exchanging_hidden_cards_changes_no_verdict(engine: AnyEngine, seed: int) -> None:
    played, rng, swap = game(engine.slug, seed), Random(seed), told(engine).swap
    planning = screen(engine.slug).planning
    for seat, start, end in waits(played, engine, rng):
        others = [swap(played.states[at], seat, rng) for at in (start, end)]
        states = tuple(
            played.states[at] if other is None else other
            for at, other in zip((start, end), others, strict=True)
        )
        real = between(engine, played, seat, start, end)
        other = watched(planning, engine, seat, states, played.entries[start:end])
        for condition, values in lines(engine, real.before, seat, rng):
            assert condition.holds(real, values) == condition.holds(other, values), condition.name


@seeds(6)
def test_a_public_code_names_no_card_that_stays_hidden(engine: AnyEngine, seed: int) -> None:
    public = screen(engine.slug).planning.public
    for setup, entries, card, other in namings(engine, seed):
        twin = exchanged(entries, card, other)
        try:
            same = list(seen(engine, setup, entries)) == list(seen(engine, setup, twin))
        except IllegalAction:
            continue
        if same:
            assert public(entries[-1].code) == public(twin[-1].code), entries[-1]


@seeds(4)
def test_every_line_can_be_told(engine: AnyEngine, seed: int) -> None:
    played, rng = game(engine.slug, seed), Random(seed)
    planning = screen(engine.slug).planning
    for seat, start, _end in waits(played, engine, rng):
        view = engine.view(played.states[start], seat)
        for condition, values in lines(engine, view, seat, rng):
            text = words(condition.tell(values), "Ben %s")
            assert condition.name == ANYTHING or text.startswith("If "), text
            assert "%(" not in text and "\0" not in text and str(condition.says)
        choices = [field.choices(view, seat) for field in planning.answer]
        if choices and all(choices):
            answer = {
                field.name: rng.choice(these)[0]
                for field, these in zip(planning.answer, choices, strict=True)
            }
            said, left = words(planning.say(answer), "Ben"), planning.codes(view, seat, answer)
            assert said and "%(" not in said and left
            assert all(code.isascii() and 0 < len(code) <= MAX_CODE for code in left)


@pytest.mark.parametrize("slug", engines())
def test_of_several_conditions_each_comes_true_now_and_then(slug: str) -> None:
    engine, verdicts, played_on = engines()[slug], {}, 0
    planning = screen(slug).planning
    if not planning.conditions:  # "whatever happens" is all it has
        return
    for seed in range(30):
        played, rng = game(slug, seed), Random(seed)
        for seat, start, end in waits(played, engine, rng):
            seen_now = between(engine, played, seat, start, end)
            for condition, values in lines(engine, seen_now.before, seat, rng):
                verdicts.setdefault(condition.name, set()).add(condition.holds(seen_now, values))
            played_on += plays(engine, played.states[end], seen_now, rng)
    useful = [name for name, found in verdicts.items() if found == {True, False}]
    assert set(useful) == {each.name for each in planning.conditions} and len(useful) >= 3
    assert played_on > 10


def plays(engine: AnyEngine, state: Any, seen_now: Seen[Any], rng: Random) -> bool:
    """Return whether the first code of a random answer is legal once the turn has come."""
    planning, seat = screen(engine.slug).planning, seen_now.seat
    choices = [field.choices(seen_now.before, seat) for field in planning.answer]
    if not all(choices):
        return False
    answer = {
        field.name: rng.choice(these)[0]
        for field, these in zip(planning.answer, choices, strict=True)
    }
    legal = list(codes(engine, state, seat))
    first = planning.codes(seen_now.before, seat, answer)[0]
    return set(planning.meant(seen_now, legal, first)) <= set(legal)


def test_a_code_that_names_a_hidden_card_would_be_found() -> None:
    """A card that goes back under its deck in Schotten Totten is the one secret code."""
    planning = screen("schotten_totten").planning
    assert planning.public("return R7") == planning.public("return G1") == "return"
    view = watched(
        planning,
        engines()["schotten_totten"],
        0,
        (game("schotten_totten", 1).states[2],) * 2,
        [Entry(1, "return R7")],
    )
    assert view.turns == ((1, ("return",)),)
