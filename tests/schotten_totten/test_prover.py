"""The prover against brute force, which tries everything (2.4, 2.5, 2.8)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel.seats import NO_SEAT
from games.schotten_totten.deck import as_bits, cards, names
from games.schotten_totten.engine import ENGINE
from games.schotten_totten.formations import NOTHING, SUM, Formation, formation, strongest
from games.schotten_totten.prover import Proof, provable, prove
from games.schotten_totten.state import Stone
from games.schotten_totten.view import View, why
from tests.conformance.playing import play_on, setups
from tests.kit import tiers
from tests.schotten_totten import brute_force
from tests.schotten_totten.brute_force import CLAN

Position = tuple[list[str], int, bool, list[str]]
"""A side, the cards that it needs, whether only the sum counts, and the unseen cards."""

sizes = st.sampled_from([3, 3, 4])


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw positions with few unseen cards, so that all can be tried, and of few colours and
    strengths, so that they make formations."""
    size = draw(sizes)
    elite = draw(st.lists(st.sampled_from(["joker1", "spy", "shield"]), unique=True, max_size=2))
    some = [
        colour + str(strength)
        for colour in "GBR"
        for strength in draw(st.sets(st.integers(1, 9), min_size=4, max_size=6))
    ]
    mixed = draw(st.permutations(some))
    laid = draw(st.integers(0, size - len(elite)))
    unseen = mixed[laid : laid + draw(st.integers(0, 9))]
    return [*elite, *mixed[:laid]], size, draw(st.booleans()), unseen


def best(
    position: Position, above: Formation = NOTHING
) -> tuple[Formation, tuple[str, ...]] | None:
    side, size, blind, unseen = position
    found = strongest(tuple(sorted(cards(side))), size, blind, as_bits(cards(unseen)), above)
    return found and (found.formation, names(found.cards))


@given(positions())
@settings(max_examples=tiers.part(500), derandomize=True)
def test_the_strongest_that_a_side_can_become(position: Position) -> None:
    side, size, blind, unseen = position
    wanted, found = brute_force.best(side, size, blind, unseen), best(position)
    assert wanted == (found and found[0])
    if found:
        assert set(found[1]) <= set(unseen) and len(set(found[1])) == size - len(side)
        assert brute_force.worth([*side, *found[1]], blind) == found[0]


@given(positions(), st.integers(1, 5), st.integers(3, 34))
@settings(max_examples=tiers.part(200), derandomize=True)
def test_nothing_above_a_bar_that_is_not_reached(position: Position, rank: int, total: int) -> None:
    found, bar = best(position), Formation(rank, total)
    assert best(position, bar) == (found if found and found[0] > bar else None)


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("seed", range(tiers.part(6)))
def test_from_an_empty_side_with_many_cards_unseen(size: int, seed: int) -> None:
    rng = Random(seed)
    unseen = rng.sample(CLAN, rng.choice([6, 12, 40 if size == 3 else 22]))
    found = best(([], size, False, unseen))
    assert found and found[0] == brute_force.best([], size, False, unseen)


@pytest.mark.parametrize(
    "elite",
    [["joker1"], ["spy"], ["shield"], ["joker1", "spy"], ["joker1", "shield"], ["spy", "shield"]],
)
@pytest.mark.parametrize("size", [3, 4])
def test_every_pair_of_elite_troops_with_every_strength(elite: list[str], size: int) -> None:
    """Only sixes, sevens and one colour are left, so that the elite troops have to stand for far
    strengths."""
    for clan in (["G1"], ["G3"], ["G8"], ["G9"], ["B6"]):
        unseen = [
            card for card in ("G2", "G4", "G5", "G6", "G7", "B7", "R7", "R3") if card not in clan
        ]
        side = [*elite, *clan]
        if len(side) <= size:
            found = best((side, size, False, unseen))
            assert found and found[0] == brute_force.best(side, size, False, unseen), side


def test_three_elite_troops_on_a_side() -> None:
    for clan, size in (("G2", 4), ("G5", 4), ("G6", 4), ("K9", 4), ("", 3)):
        side = ["joker2", "spy", "shield", *clan.split()]
        assert formation(cards(side), size, False) == brute_force.worth(side, False), side


def test_2_5_where_fewer_cards_are_unseen_than_the_side_needs_the_claim_is_proved() -> None:
    stone = Stone.of(NO_SEAT, 0, False, False, (cards(["R1", "B2", "P4"]), cards(["K8"])))
    assert provable(stone, 0, as_bits(cards(["K9"])))
    assert prove(stone, 0, as_bits(cards(["K9"]))) == Proof(
        "unreachable", Formation(SUM, 7), None, ()
    )
    assert not provable(stone, 0, as_bits(cards(["K9", "G1"])))


def test_2_5_there_is_nothing_to_prove_where_a_side_is_incomplete_or_the_stone_claimed() -> None:
    stone = Stone.of(NO_SEAT, 0, False, False, (cards(["R7", "R8", "R9"]), ()))
    assert prove(stone, 1, 0) is None and not provable(stone, 1, 0)
    assert prove(stone.claimed(0), 0, 0) is None and not provable(stone.claimed(0), 0, 0)
    assert prove(stone.muddied(), 0, 0) is None and not provable(stone.muddied(), 0, 0)


# --- whole games ---


def agrees(view: View, stone: int, seat: int) -> None:
    """Compare the prover's answer about a stone with that of brute force."""
    at, proof = view.stones[stone], why(view, stone, seat)
    mine, theirs = at.sides[seat].cards, at.sides[1 - seat].cards
    if at.owner is not None or len(mine) < at.size:
        assert proof is None
        return
    assert proof and proof.mine == brute_force.worth(mine, at.blind)
    assert proof.proved == brute_force.provable(
        mine, theirs, at.size, at.blind, view.unseen, at.first == seat
    )
    if proof.theirs:
        assert brute_force.worth([*theirs, *proof.cards], at.blind) == proof.theirs
        assert set(proof.cards) <= set(view.unseen)


def affordable(view: View, stone: int, seat: int) -> bool:
    """Tell whether brute force is quick enough for a test."""
    at = view.stones[stone]
    open_places = at.size - len(at.sides[1 - seat].cards)
    jokers = sum(card.startswith("joker") for side in at.sides for card in side.cards)
    return len(view.unseen) ** open_places * 54**jokers < 100_000


@pytest.mark.parametrize("number", range(4), ids=["base", "expert", "tactics", "expert tactics"])
@pytest.mark.parametrize("seed", range(tiers.part(3)))
def test_every_claim_of_a_game_is_legal_exactly_when_it_is_proved(number: int, seed: int) -> None:
    rng = Random(seed)
    for _entry, state in play_on(ENGINE, ENGINE.start(setups(ENGINE)[number]), rng):
        view = ENGINE.view(state, None)
        step = "play" if view.expert else "claim"
        for seat in ENGINE.to_act(state):
            legal = {
                action.code
                for action in ENGINE.legal_actions(state, seat)
                if action.verb == "claim"
            }
            proofs = [why(view, stone, seat) for stone in range(9)]
            proved = {
                f"claim {stone}" for stone, proof in enumerate(proofs, 1) if proof and proof.proved
            }
            assert legal == (proved if view.step == step else set())
        for stone in rng.sample(range(9), 2):
            for seat in (0, 1):
                if affordable(view, stone, seat):
                    agrees(view, stone, seat)


def test_seen_are_all_cards_on_the_table_and_among_the_discards_no_others() -> None:
    for _entry, state in play_on(ENGINE, ENGINE.start(setups(ENGINE)[3]), Random(1)):
        view = ENGINE.view(state, None)
        seen = {card for stone in view.stones for side in stone.sides for card in side.cards} | set(
            view.discards
        )
        assert set(view.unseen) == set(CLAN) - seen


def test_2_5_what_was_found_to_beat_it_does_so_only_while_nobody_has_seen_it() -> None:
    stone = Stone.of(NO_SEAT, 0, False, False, (cards(["G5", "G6", "G7"]), cards(["P8"])))
    for unseen, proved in (
        ("P7 P9 B1", False),
        ("P9 B1 B2", True),
        ("P7 P9 B1", False),
        ("P6 P7 B1", False),
        ("P7 B1 B2", True),
    ):
        assert provable(stone, 0, as_bits(cards(unseen.split()))) is proved
