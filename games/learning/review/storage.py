"""The stored form of stages: plain, rounded values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from games.bots import evaluation
from games.bots.evaluation import Expected, Stage

DIGITS = 3


def written(stage: Stage) -> dict[str, Any]:
    """Return a stage in its stored form."""
    return {
        "ply": stage.ply,
        "seat": stage.seat,
        "judged": [
            {name: _rounded(value) for name, value in asdict(one).items()} for one in stage.judged
        ],
        "expected": {
            str(seat): _rounded((its.ahead, its.spread, its.chance))
            for seat, its in stage.expected.items()
        },
    }


def read(stored: Iterable[Mapping[str, Any]]) -> tuple[Stage, ...]:
    """Return stored stages."""
    return tuple(
        Stage(
            one["ply"],
            one["seat"],
            tuple(evaluation.judged(its) for its in one["judged"]),
            {int(seat): Expected(*its) for seat, its in one["expected"].items()},
        )
        for one in stored
    )


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_rounded(each) for each in value]
    return value
