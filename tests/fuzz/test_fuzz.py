"""A few hundred random requests: no error, no header and no markup out of what was sent, nothing
private in the log."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.fuzz.run import fuzz, wide
from tests.kit.web import running

SEED, REQUESTS = 13, 400
pytestmark = pytest.mark.database


def test_nothing_that_is_sent_breaks_a_page(tmp_path: Path) -> None:
    with running(tmp_path, **wide(os.environ.get("DATABASE_URL", ""))) as web:
        findings = fuzz(web, SEED, REQUESTS)
    assert not findings.problems, "\n".join(findings.problems[:10])
    # or the requests are not those that were meant
    assert {200, 302, 400, 403, 404, 405} <= set(findings.statuses)
