import pytest

from games.registry import bots

BOTS = list(bots().values())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `bot` with the bot of every game."""
    if "bot" in metafunc.fixturenames:
        metafunc.parametrize("bot", BOTS, ids=[bot.engine.slug for bot in BOTS])
