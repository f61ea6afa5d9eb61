"""Accounts that look for an opponent."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from tests.tables.conftest import cast, kept, no_memory

__all__ = ["cast", "kept", "no_memory"]
