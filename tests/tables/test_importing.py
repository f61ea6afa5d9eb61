"""Games from elsewhere: out and in again they are the same, and what does not replay is refused."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import gzip
import hashlib
import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games.kernel import replay, transcript
from games.kernel.protocol import Setup
from games.kernel.transcript import Leaving, Transcript
from games.kernel.transcript.checking import decided
from games.registry import engines
from games.tables import services
from games.tables.models import Action, Table
from games.tables.proof import audit, fairness
from games.tables.state import snapshot_cache
from tests.kit.people import browser_of
from tests.tables.conftest import NOON, Played

pytestmark = pytest.mark.django_db


def game(slug: str, seed: int) -> str:
    """Return the transcript of a random game, which ends by the rules or by somebody who leaves."""
    engine, rng = engines()[slug], Random(seed)
    setup = Setup(rng.choice(list(engine.seats)), {}, engine.ruleset)
    position, entries = replay.begin(engine, setup), []
    stop = rng.choice([10**6, 10**6, rng.randrange(5, 40)])
    while engine.outcome(position.state) is None and len(entries) < stop:
        if due := engine.chance(position.state):
            entry = replay.Entry(None, replay.deal_code(rng.sample(due, len(due))))
        else:
            seat = min(engine.to_act(position.state))
            entry = replay.Entry(seat, rng.choice(list(replay.codes(engine, position.state, seat))))
        position = replay.advance(engine, position, entry)
        entries.append(entry)
    outcome, left, ending = engine.outcome(position.state), (), ""
    if outcome is None:
        resigned = Leaving(len(entries), 0, "resign")
        left, ending = ((resigned,), "") if setup.seats == 2 else ((), "draw")
    told = Transcript(slug, setup.ruleset, setup.seats, {}, tuple(entries), left, ending)
    scores, places = decided(told, outcome)
    from dataclasses import replace

    nobody = (None,) * setup.seats
    return transcript.write(replace(told, scores=scores or nobody, places=places or nobody))


@pytest.fixture
def ann(cast: dict[str, User]) -> User:
    return cast["ann"]


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("slug", engines())
def test_out_and_in_again_gives_the_same_hashes(slug: str, ann: User) -> None:
    for seed in range(4):
        text = game(slug, seed)
        table = services.import_game(text=text, user=ann, now=NOON)
        assert list(audit.faults(table)) == [], f"seed={seed}"
        again = fairness.transcripts_of([table], NOON)[table.pk]
        assert digest(again) == digest(text), f"seed={seed}"
        at = snapshot_cache.current(table)
        assert at.position
        parsed = transcript.parse(text)
        there = replay.fold(engines()[slug], parsed.setup, parsed.entries)
        assert hash(at.position.state) == hash(there.state)
        assert services.import_game(text=again, user=ann, now=NOON) == table


def test_nobody_sits_there_and_it_counts_nowhere(ann: User) -> None:
    table = services.import_game(text=game("lost_cities", 1), user=ann, now=NOON)
    assert table.private and not table.rated and not table.seats.filter(user__isnull=False).exists()
    page = Client().get(f"/t/{table.pk}/", {"ply": "5"})
    assert page.status_code == 200 and "Seat 1" in page.content.decode()
    again = services.play_on(table_id=table.pk, ply=9, seat=0, user=ann, now=NOON)
    assert again.status == "running" and again.copied


LINES = {
    "no transcript": ("hello", "Line 1: a transcript begins with a line like"),
    "empty": ("", "Line 1: the file is empty"),
    "an unknown game": ("game chess   ruleset 1   seats 2\n", "Line 1: there is no game chess"),
    "a rule broken": ("game odin   ruleset 1   seats 2\ndeal S0 S1\n0 play 99\n", "Line 3: "),
    "not over": ("game lost_cities   ruleset 1   seats 2\ndeal S0 S1\n", "Line 2: the game is not"),
}


@pytest.mark.parametrize("name", LINES)
def test_what_does_not_replay_is_refused_with_line_and_reason(name: str, ann: User) -> None:
    text, sentence = LINES[name]
    client = browser_of(ann)
    page = client.post("/tables/import/", {"transcript": text})
    assert page.status_code == 422 and sentence in page.content.decode()
    assert not Table.objects.filter(copied__gt=0).exists() and not Action.objects.exists()


def test_a_changed_card_is_refused(ann: User) -> None:
    lines = game("lost_cities", 0).splitlines()
    lines[5] = lines[5][:2] + "play Z9"
    with pytest.raises(services.Unfit, match=r"^Line 6: "):
        services.import_game(text="\n".join(lines), user=ann, now=NOON)


def test_the_page_leads_to_the_same_table_twice(ann: User) -> None:
    client, text = Client(), game("odin", 3)
    client.force_login(ann)
    once, twice = (client.post("/tables/import/", {"transcript": text}) for _ in range(2))
    assert once.status_code == 303 and once["Location"] == twice["Location"]


def test_a_text_without_end_is_not_read(ann: User) -> None:
    with pytest.raises(services.Unfit, match="longer than any game"):
        services.import_game(text="x" * 200_001, user=ann, now=NOON)


def test_the_command_takes_dumps_and_transcripts(played_out: Played, tmp_path: Path) -> None:
    call_command("dump_games", str(tmp_path), stdout=io.StringIO())
    said = io.StringIO()
    for path in tmp_path.glob("lost_cities-*.gz"):
        call_command("import_games", str(path), by="dee", stdout=said)
    (dumped,) = [
        json.loads(line)["transcript"]
        for path in tmp_path.glob("lost_cities-*.gz")
        for line in gzip.decompress(path.read_bytes()).splitlines()
    ]
    texts = tmp_path / "games.txt"
    texts.write_text("# one\n" + dumped + "\n" + game("odin", 5) + "{\n" + game("odin", 6))
    wrong = io.StringIO()
    with pytest.raises(CommandError, match="1 refused"):
        call_command("import_games", str(texts), by="dee", stdout=said, stderr=wrong)
    made = said.getvalue().split()
    assert len(made) == 4 and made[0] == made[1] and "file is empty" in wrong.getvalue()
    table = Table.objects.get(pk=made[0].split("/")[2])
    assert fairness.transcripts_of([table], NOON)[table.pk] == dumped
    with pytest.raises(CommandError, match="Nobody is called zoe"):
        call_command("import_games", str(texts), by="zoe")


def test_programs_import_too(ann: User, played_out: Played) -> None:
    from accounts.services import tokens
    from tests.api.conftest import Program

    _token, key = tokens.make(user=ann, name="x", scopes=("play", "read"), days=None, now=NOON)
    made: Any = Program(key).does("/tables/import", {"transcript": game("odin", 7)})
    assert made["status"] == "ended" and made["seat"] is None
    answer = Program(key).post("/tables/import", {"transcript": "game"})
    assert (answer.status_code, answer.json()["code"]) == (422, "unfit")


def test_htmx_gets_a_line_of_a_list(ann: User) -> None:
    client, htmx = Client(), {"headers": {"HX-Request": "true"}}
    client.force_login(ann)
    ends = client.post("/tables/import/", {"transcript": game("odin", 3), "name": "a"}, **htmx)
    table = Table.objects.get(creator=ann)
    assert ends.content.decode().split() == ["<li><a", f'href="/t/{table.pk}/">Odin</a></li>']
    wrong = client.post("/tables/import/", {"transcript": "hello", "name": "<b>"}, **htmx)
    assert wrong.status_code == 422
    assert wrong.content.startswith(b"<li><bdi>&lt;b&gt;</bdi>: Line 1: a transcript begins")
