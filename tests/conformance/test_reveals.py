"""Actions that show their player a hidden card, which no button takes back: the screen says
what imagined deals say."""

from random import Random

from games import registry
from games.kernel.protocol import AnyEngine
from games.kernel.replay import advance, begin, revealed_nothing
from tests.conformance.playing import SHIPPED, game, seeds


@seeds(5)
def test_no_take_back_is_offered_that_is_refused_and_hardly_one_is_hidden(
    engine: AnyEngine, seed: int
) -> None:
    played, reveals = game(engine.slug, seed), registry.screen(engine.slug).reveals
    if reveals is None:  # the table imagines deals itself
        assert engine.slug not in SHIPPED
        return
    position, kept, hidden = begin(engine, played.setup), 0, 0
    for entry in played.entries:
        position = advance(engine, position, entry)
        if entry.seat is None or engine.chance(position.state):
            continue  # a deal comes at once
        told = reveals(engine.view(position.state, entry.seat), entry.code)
        if revealed_nothing(engine, position, entry.seat, Random(seed)):
            kept, hidden = kept + 1, hidden + told
        else:
            assert told or not engine.to_act(position.state), entry.code
    assert hidden <= kept / 20
