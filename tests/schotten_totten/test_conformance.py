"""The conformance tests that need no board, run for Schotten Totten while it is not offered yet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.kernel.protocol import AnyEngine
from games.registry import engines
from games.schotten_totten.engine import ENGINE
from tests.conformance import test_transcripts as written
from tests.conformance.test_contract import *  # noqa: F403
from tests.conformance.test_secrecy import *  # noqa: F403

FILES = sorted(Path(__file__).parent.glob("transcripts/r1/*.txt"))


@pytest.fixture(scope="module")
def engine() -> Iterator[AnyEngine]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(engines(), ENGINE.slug, ENGINE)
        yield ENGINE


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_transcript_holds(engine: AnyEngine, file: Path) -> None:
    written.test_holds(file)


def test_transcripts_show_every_option_and_ending(engine: AnyEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(written.FILES, engine.slug, FILES)
    written.test_every_option_and_number_of_seats_is_written_down(engine)
    written.test_every_ending_is_written_down(engine)
