"""A test that fails says which card, where, and who sees it."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.odin.engine import ENGINE
from tests.conformance.playing import difference, seeds, swapped, unlike
from tests.conformance.test_secrecy import (
    test_exchanging_hidden_cards_changes_nothing_for_the_viewer as exchanging,  # fmt: skip
)


def test_the_first_difference_is_named_by_its_path() -> None:
    pair = next(pair for pair in swapped(ENGINE, 1) if pair.viewer == 0)
    view = ENGINE.view(pair.real, 0)
    other = replace(view, hand_counts=(1, *view.hand_counts[1:]))
    assert difference(view, view) == ""
    assert difference(view, other).startswith("hand_counts[0]: ")
    long = "<b>" * 100
    assert "R7" in difference(long + "R7" + long, long + "B2" + long)
    assert unlike(Counter("aab"), Counter("abc")) == "only before: a; only after: c"


def test_a_seed_that_fails_is_named() -> None:
    @seeds(5)
    def fails(seed: int) -> None:
        assert seed < 1

    with pytest.raises(AssertionError) as found:
        fails()
    assert found.value.__notes__ == ["seed=1"]


def test_a_view_that_leaks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    view = ENGINE.view

    def leaks(_self: Any, state: Any, viewer: int | None) -> Any:
        return view(state, 0) if viewer is None else view(state, viewer)

    monkeypatch.setattr(type(ENGINE), "view", leaks)
    with pytest.raises(AssertionError, match=r"view tells hidden cards: hand.*\n.*by a spectator"):
        exchanging(engine=ENGINE)
