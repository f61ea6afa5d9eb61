"""The weights of policies, as files beside the bots.

`weights.json` names the game, the weights, and how they were found: the seed, the number of games,
and the date.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

W = TypeVar("W", bound=tuple[Any, ...])


def load(kind: type[W], beside: str) -> W:
    """Return the weights in weights.json beside a module (its `__file__`), as the NamedTuple
    `kind`. Raise TypeError unless the file has exactly the fields of `kind`."""
    found = json.loads(Path(beside).with_name("weights.json").read_text(encoding="utf-8"))
    return kind(**{name: float(weight) for name, weight in found["weights"].items()})
