import pytest

from tests.conformance.playing import ENGINES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `engine` with every registered engine."""
    if "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", ENGINES, ids=[engine.slug for engine in ENGINES])
