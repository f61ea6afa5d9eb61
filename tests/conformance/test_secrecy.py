"""A view keeps the secrets of the rules, and tells enough to imagine the rest."""

from random import Random

from games.kernel.protocol import AnyEngine
from games.kernel.replay import codes
from tests.conformance.playing import (
    PLIES,
    difference,
    game,
    play_on,
    seeds,
    swapped,
    told,
    unlike,
    viewers,
)


@seeds(10)
def test_exchanging_hidden_cards_changes_nothing_for_the_viewer(
    engine: AnyEngine, seed: int
) -> None:
    for pair in swapped(engine, seed):
        real, other, viewer = pair.real, pair.other, pair.viewer
        tells = difference(engine.view(real, viewer), engine.view(other, viewer))
        assert not tells, f"the view tells hidden cards: {tells}\n{pair}"
        for name in ("to_act", "chance", "outcome"):
            ask = getattr(engine, name)
            assert ask(real) == ask(other), f"{name}() tells hidden cards\n{pair}"
        if viewer is not None:
            tells = difference(
                list(codes(engine, real, viewer)), list(codes(engine, other, viewer))
            )
            assert not tells, f"the legal actions tell hidden cards: {tells}\n{pair}"


def test_there_are_secrets_to_keep(engine: AnyEngine) -> None:
    """The test above proves nothing if `swap` never finds two cards, or exchanges equal ones."""
    pairs = [pair for seed in range(5) for pair in swapped(engine, seed)]
    assert {pair.viewer for pair in pairs} >= {0, None}
    assert sum(pair.real != pair.other for pair in pairs) > len(pairs) / 2
    assert all(told(engine).cards(pair.real) == told(engine).cards(pair.other) for pair in pairs)


@seeds(10)
def test_what_is_imagined_looks_the_same(engine: AnyEngine, seed: int) -> None:
    played, rng = game(engine.slug, seed), Random(seed)
    for state in (
        rng.sample(played.states, min(60, len(played.states)))
        + played.states[:3]
        + played.states[-3:]
    ):
        for viewer in viewers(played.setup):
            view = engine.view(state, viewer)
            imagined = engine.imagine(view, rng)
            differs = difference(view, engine.view(imagined, viewer))
            assert not differs, f"what seat {viewer} imagines looks different: {differs}"
            before, after = told(engine).cards(state), told(engine).cards(imagined)
            assert before == after, f"imagined from seat {viewer}: {unlike(before, after)}"
            assert engine.to_act(imagined) == engine.to_act(state) and engine.outcome(
                imagined
            ) == engine.outcome(state)
            if viewer is not None:
                assert list(codes(engine, imagined, viewer)) == list(codes(engine, state, viewer))


@seeds(10)
def test_what_is_imagined_can_be_played_to_its_end(engine: AnyEngine, seed: int) -> None:
    played, rng = game(engine.slug, seed), Random(seed)
    for viewer in viewers(played.setup):
        ply = rng.randrange(len(played.states))
        imagined = engine.imagine(engine.view(played.states[ply], viewer), rng)
        behind = list(play_on(engine, imagined, rng))
        last = behind[-1][1] if behind else imagined
        assert engine.outcome(last) is not None or len(behind) == PLIES


@seeds(10)
def test_imagining_tries_more_than_one_way(engine: AnyEngine, seed: int) -> None:
    """Otherwise a bot would search one world only. It must not find the real one each time."""
    played, rng = game(engine.slug, seed), Random(seed)
    ply = next(ply for ply, state in enumerate(played.states) if engine.to_act(state))
    view = engine.view(played.states[ply], None)
    assert len({engine.imagine(view, rng) for _ in range(20)}) > 1
