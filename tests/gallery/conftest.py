"""The gallery takes styles and scripts from the disk, as the site publishes them."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def published(static_files: None) -> None:
    """Publish the static files as they are now: those of an earlier run show other boards."""
