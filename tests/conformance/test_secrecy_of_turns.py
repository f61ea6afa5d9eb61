"""A turn is told to everybody, so it may not name a card that only some have seen.

Codes stand in the log. Where a code names a card that stays hidden, its sentence shows it to all.
The test plays the same game with two cards exchanged from the deal on: if a spectator cannot tell
both games apart by what lies on the table, the last turn must read the same as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from random import Random
from typing import Any

import pytest

from games.kernel.protocol import AnyEngine, IllegalAction, Setup
from games.kernel.replay import Entry, advance, begin
from games.registry import engines, screen
from tests.conformance.playing import game, seeds, told

TURNS = 6
"""So many turns of each game are looked at."""


def exchanged(entries: list[Entry], one: str, other: str) -> list[Entry]:
    """Return the log of the game in which these two cards were each other."""
    names = {one: other, other: one}
    return [
        Entry(entry.seat, " ".join(names.get(word, word) for word in entry.code.split(" ")))
        for entry in entries
    ]


def seen(engine: AnyEngine, setup: Setup, entries: list[Entry]) -> Iterator[Any]:
    """Yield what a spectator sees behind each entry; raise IllegalAction at one that is illegal."""
    position = begin(engine, setup)
    for entry in entries:
        position = advance(engine, position, entry)
        yield engine.view(position.state, None)


def last_turn(engine: AnyEngine, entries: list[Entry]) -> tuple[str, Any]:
    """Return the last turn as it is told to a spectator: its sentence, and its pictured cards."""
    seat, shows = entries[-1].seat, screen(engine.slug)
    run = takewhile(lambda entry: entry.seat == seat, reversed(entries))
    codes = [entry.code for entry in run][::-1]
    turn = shows.cut(codes)[-1] if shows.cut else codes
    return shows.tell("Ann", False, turn), shows.pictured(turn)


def namings(engine: AnyEngine, seed: int) -> Iterator[tuple[Setup, list[Entry], str, str]]:
    """Yield some beginnings of a game whose last code names a card, with that card and another one
    that no code has named so far."""
    played, rng = game(engine.slug, seed), Random(seed)
    cards = set(told(engine).cards(played.states[-1]))
    naming = [
        (ply, word)
        for ply, entry in enumerate(played.entries, 1)
        if entry.seat is not None
        for word in entry.code.split(" ")
        if word in cards
    ]
    for ply, card in rng.sample(naming, min(TURNS, len(naming))):
        entries = played.entries[:ply]
        named = {word for entry in entries if entry.seat is not None for word in entry.code.split()}
        if others := sorted(cards - named):
            yield played.setup, entries, card, rng.choice(others)


def check(engine: AnyEngine, seed: int) -> None:
    for setup, entries, card, other in namings(engine, seed):
        twin = exchanged(entries, card, other)
        try:
            same = list(seen(engine, setup, entries)) == list(seen(engine, setup, twin))
        except IllegalAction:  # the two cards are not alike to the rules
            continue
        if same:
            assert last_turn(engine, entries) == last_turn(engine, twin), (
                f"{engine.slug}: the turn {entries[-1].code!r} tells everybody of {card}, which "
                f"nobody can see on the table: its code must not name the card"
            )


@seeds(6)
def test_a_turn_names_no_card_that_stays_hidden(engine: AnyEngine, seed: int) -> None:
    check(engine, seed)


@pytest.mark.parametrize("slug", ["odin", "lost_cities"])
def test_a_code_for_a_hidden_card_would_be_seen(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If cards were played face down, and codes named them all the same."""
    monkeypatch.setattr(type(engines()[slug]), "view", lambda _self, _state, _viewer: "backs")
    with pytest.raises(AssertionError, match="nobody can see on the table"):
        check(engines()[slug], 1)
