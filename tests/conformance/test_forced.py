"""Steps that follow by themselves: the only legal code, and everybody can see that it is."""

from random import Random

from games import registry
from games.kernel.protocol import AnyEngine
from games.kernel.replay import codes
from tests.conformance.playing import game, seeds, viewers

STEPS = {
    "lost_cities": {"draw"},
    "schotten_totten": {"draw", "end"},
    "odin": {"take"},
}
"""The verbs of each game that end a turn. Odin's pass is not among them, as only its player knows
that nothing fits; in Exhibition a journey that is forced is played with the place anyway."""


def forced(engine: AnyEngine, state: object, seat: int) -> tuple[str, list[str]]:
    legal = list(codes(engine, state, seat))
    return registry.screen(engine.slug).forced(engine.view(state, seat), legal), legal


@seeds(5)
def test_nothing_else_is_legal_and_whoever_looks_on_could_tell(
    engine: AnyEngine, seed: int
) -> None:
    played, rng = game(engine.slug, seed), Random(seed)
    for state in played.states:
        for seat in engine.to_act(state):
            code, legal = forced(engine, state, seat)
            assert not code or legal == [code]
            for viewer in viewers(played.setup) if code else ():
                imagined = engine.imagine(engine.view(state, viewer), rng)
                assert forced(engine, imagined, seat)[0] == code, f"{code} tells {viewer}"


def test_each_of_these_steps_comes_and_no_other(engine: AnyEngine) -> None:
    found = {
        forced(engine, state, seat)[0].partition(" ")[0]
        for seed in range(8)
        for state in game(engine.slug, seed).states
        for seat in engine.to_act(state)
    }
    assert found - {""} == STEPS.get(engine.slug, set())
