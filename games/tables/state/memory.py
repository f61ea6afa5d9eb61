"""A cache of values in the memory of a process, up to a limit. The least recently used value is
removed first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Memory(Generic[Value]):
    """A cache of values by key, each with a weight. The sum of the weights stays within the limit.
    Safe for threads."""

    def __init__(self, limit: int) -> None:
        self.limit, self.weight = limit, 0
        self.values: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()
        self.lock = Lock()

    def get(self, key: Hashable) -> Value | None:
        """Return the value of a key, or None, and mark it as the most recently used."""
        with self.lock:
            if key not in self.values:
                return None
            self.values.move_to_end(key)
            return self.values[key][0]

    def put(self, key: Hashable, value: Value, weight: int = 1) -> None:
        """Store a value in place of the earlier one, unless it alone exceeds the limit."""
        with self.lock:
            self.weight -= self.values.pop(key, (None, 0))[1]
            if weight <= self.limit:
                self.values[key] = (value, weight)
                self.weight += weight
            while self.weight > self.limit:
                self.weight -= self.values.popitem(last=False)[1][1]

    def forget(self) -> None:
        """Forget every value."""
        with self.lock:
            self.values.clear()
            self.weight = 0
