"""Accounts that look for an opponent."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from tests.tables.conftest import cast, no_memory

__all__ = ["cast", "no_memory"]
