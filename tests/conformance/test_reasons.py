"""The reasons behind a hint: short, true of the view alone, and there for every legal code."""

from random import Random

from games.kernel.protocol import AnyEngine
from games.kernel.replay import codes
from games.registry import screen
from games.screens.advice import LONGEST, unexplained
from tests.conformance.playing import game, seeds, swapped

MOMENTS, CODES = 15, 6


def is_plain(text: str) -> bool:
    return 0 < len(text) <= LONGEST and text.endswith(".") and text[0] == text[0].lower()


@seeds(6)
def test_every_legal_code_has_a_short_reason(engine: AnyEngine, seed: int) -> None:
    played, rng, why = game(engine.slug, seed), Random(seed), screen(engine.slug).why
    for state in rng.sample(played.states, min(MOMENTS, len(played.states))):
        for seat in engine.to_act(state):
            view, legal = engine.view(state, seat), list(codes(engine, state, seat))
            for code in rng.sample(legal, min(CODES, len(legal))):
                for text in (why(view, seat, code, None), why(view, seat, code, legal[0])):
                    assert is_plain(text), f"{code}: {text!r}"


@seeds(4)
def test_exchanging_hidden_cards_changes_no_reason(engine: AnyEngine, seed: int) -> None:
    why = screen(engine.slug).why
    for pair in swapped(engine, seed, moments=15):
        seat = pair.viewer
        if seat is not None and seat in engine.to_act(pair.real):
            for code in list(codes(engine, pair.real, seat))[:CODES]:
                real, other = (
                    why(engine.view(state, seat), seat, code, None)
                    for state in (pair.real, pair.other)
                )
                assert real == other, f"the reason for {code} tells hidden cards\n{pair}"


def test_a_game_tells_at_least_five_kinds_of_reasons(engine: AnyEngine) -> None:
    """A game may leave them to the site, which says the same of every move."""
    why, told = screen(engine.slug).why, set()
    if why is unexplained:
        return
    for seed in range(3):
        for state in game(engine.slug, seed).states[::5]:
            for seat in engine.to_act(state):
                view = engine.view(state, seat)
                legal = list(codes(engine, state, seat))[:CODES]
                told |= {why(view, seat, code, None) for code in legal}
    assert len({"".join(filter(str.isalpha, text))[:12] for text in told}) >= 5
