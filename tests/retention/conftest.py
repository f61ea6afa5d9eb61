"""Rows of every kind that housekeeping removes, one old and one new."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from datetime import UTC, datetime, timedelta

from tests.kit.people import cast as cast

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = timedelta(days=1)
