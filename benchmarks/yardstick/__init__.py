"""The Experts of 22 November 2026, to measure later bots by. They are never changed: the same seed
plays the same games as on that day.

`YARDSTICKS` has them by game.
"""

from __future__ import annotations

from benchmarks.yardstick.exhibition.bot import EXPERT as EXHIBITION
from benchmarks.yardstick.lost_cities.bot import EXPERT as LOST_CITIES
from benchmarks.yardstick.odin.bot import EXPERT as ODIN
from benchmarks.yardstick.schotten_totten.bot import EXPERT as SCHOTTEN_TOTTEN
from benchmarks.yardstick.search import Expert

YARDSTICKS: dict[str, Expert] = {
    "lost_cities": LOST_CITIES,
    "schotten_totten": SCHOTTEN_TOTTEN,
    "odin": ODIN,
    "exhibition": EXHIBITION,
}
