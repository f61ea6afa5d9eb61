"""The lens of every game: places that are on the board, a few words for each, and nothing that
depends on hidden cards."""

from __future__ import annotations

from itertools import islice
from random import Random

from games import registry
from games.kernel.protocol import AnyEngine
from games.tables.board import render
from tests.conformance.playing import seeds, swapped, told
from tests.conformance.test_secrecy_of_screens import snapshot
from tests.kit import boards

WIDE = 40  # characters that a place has room for, on two lines
ASKED = 12


@seeds(3)
def test_exchanging_hidden_cards_changes_no_byte_of_it(engine: AnyEngine, seed: int) -> None:
    rng, shown = Random(seed), 0
    for pair in swapped(engine, seed, moments=8):
        cards = sorted(told(engine).cards(pair.real))
        user_id = 7 if pair.viewer is None else 100 + pair.viewer
        for card in rng.sample(cards, min(ASKED, len(cards))):
            real, other = [
                render.lens(snapshot(engine, pair, state), user_id, [card])
                for state in (pair.real, pair.other)
            ]
            assert real == other, f"the lens on {card} tells hidden cards\n{pair}"
            assert not (real and pair.viewer is None), "whoever looks on holds no card"
            shown += bool(real)
    assert shown or not registry.screen(engine.slug).lens


@seeds(2)
def test_its_key_is_no_move_of_a_game(engine: AnyEngine, seed: int) -> None:
    setup = boards.Setup(max(2, min(engine.seats)), {})
    for table in islice(boards.moments(engine, setup, seed), 4, 60, 5):
        assert 'data-key="i"' not in render.board(table, 100) + render.board(table, 101)


@seeds(2)
def test_each_place_is_on_the_board_and_has_room_for_its_words(
    engine: AnyEngine, seed: int
) -> None:
    see, setup = registry.screen(engine.slug).lens, boards.Setup(max(2, min(engine.seats)), {})
    facts = 0
    for table in islice(boards.moments(engine, setup, seed), 8, 90, 6) if see else ():
        assert table.position is not None
        view, page = engine.view(table.position.state, 0), render.board(table, 100)
        for card in told(engine).cards(table.position.state):
            found = see(view, [card])
            for fact in found.facts if found else ():
                facts += 1
                assert f'id="{fact.at}"' in page and fact.where and 0 < len(fact.becomes) <= WIDE
                assert all(not said[0].islower() and said[-1] == "." for said in fact.more)
    assert facts or not see
