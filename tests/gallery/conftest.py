"""The gallery takes styles and scripts from the disk, as the site publishes them, and asks no
database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def published(static_files: None) -> None:
    """Publish the static files as they are now: those of an earlier run show other boards."""


@pytest.fixture(scope="module", autouse=True)
def nothing_announced() -> Iterator[None]:
    """Have no announcement on the pages. They would ask a database for it, whatever ran before."""
    from games.site import announcements  # the settings are not there yet when this file is read

    announcements.forget()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(announcements, "current", list)
        yield
    announcements.forget()
