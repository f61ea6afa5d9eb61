import pytest

from tests.conformance.playing import ENGINES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `engine` runs for every registered one."""
    if "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", ENGINES, ids=[engine.slug for engine in ENGINES])
