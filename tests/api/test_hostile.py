"""Hostile clients: whatever is sent to any operation by anybody, the answer is none of the site's
faults, and has the shape that the schema promises. schemathesis makes the requests, of the schema
and beside it; `make fuzz` asks for more of them."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import hypothesis
import pytest
import requests
import schemathesis
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.api import schemas
from games.api.api import api
from tests.kit.visitor import Answer, Visitor
from tests.kit.web import Web, running

ROUNDS = int(os.environ.get("REQUESTS", 5))  # of every operation
SEED = int(os.environ.get("SEED", 1))
PASSWORD = "seven green leaves"
STREAMS: dict[str, Any] = {"/tables/{table_id}/stream": schemas.Table, "/me/stream": schemas.Event}
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]


@dataclass
class World:
    """A site with people at tables, and what programs may know of it."""

    web: Web
    tokens: dict[str, str] = field(default_factory=dict)
    known: dict[str, list[Any]] = field(default_factory=dict)

    @property
    def at(self) -> str:
        return f"http://localhost:{self.web.port}"


@pytest.fixture(scope="module")
def world(redis_server: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with running(tmp_path_factory.mktemp("hostile")) as web:
        world = World(web, {"nobody": ""})
        people = {name: Visitor(web.port, name) for name in ("ann", "ben", "dee")}
        for name, person in people.items():
            person.get("/")
            new = {"username": name, "email": f"{name}@a.example", "remember": "on"}
            answer = person.post("/accounts/signup/", **new, password1=PASSWORD, password2=PASSWORD)
            assert answer.status == 302, answer.body
            world.tokens[name] = token(person, read="on", play="on", write="on")
        world.tokens["reader"] = token(people["ann"], read="on")
        opened = [people["ann"].opens(seats=2, clock="untimed") for _ in range(3)]
        opened += [people["dee"].opens(game="odin", private="on"), "nowhere"]
        for table in opened[:2]:
            people["ben"].sits(table)
        people["ben"].post(f"/t/{opened[1]}/resign/", ply="2")
        clubs = [club(people["ann"]), club(people["dee"], private="on")]
        cups = [cup(people["ann"], clubs[0]), cup(people["dee"], clubs[1])]
        world.known = {
            "table_id": opened,
            "slug": ["odin", "lost_cities", "chess", *clubs],
            "event_id": [*cups, "nowhere"],
            "name": ["ann", "ben", "nobody"],
        }
        yield world


def token(person: Visitor, **scopes: str) -> str:
    page = person.post("/accounts/tokens/", name="x", **scopes).body
    found = re.search(r'<code id="token">(fdp_\w+)<', page)
    assert found, page
    return found[1]


def club(person: Visitor, **terms: str) -> str:
    """Let somebody found a club, and return its slug."""
    name = f"The club of {person.name}"
    return made(person.post("/clubs/new/", name=name, door="open", key=person.name, **terms))


def cup(person: Visitor, club: str) -> str:
    """Let somebody make an event of their club, and return its id."""
    starts = (datetime.now(UTC) + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
    terms = {"name": "Cup", "format": "swiss", "game": "odin", "clock": "daily", "length": "7"}
    return made(person.post("/events/new/", club=club, starts=starts, rounds="3", **terms))


def made(answer: Answer) -> str:
    assert answer.status == 303, answer.body
    return answer.location.rstrip("/").rpartition("/")[2]


def test_no_request_is_a_fault_of_ours(world: World) -> None:
    told = json.loads(json.dumps(api.get_openapi_schema()))
    config = SchemathesisConfig()
    config.projects.default.base_url = world.at
    schema = schemathesis.openapi.from_dict(told, config=config)
    statuses: Counter[int] = Counter()
    for found in schema.get_all_operations():
        tries(found.ok(), world, statuses)
    asks, good = statuses.total(), sum(statuses[status] for status in (200, 201))
    assert good > asks / 10, f"hardly anything was let in, so little was tried: {statuses}"
    answer = requests.get(f"{world.at}/api/1/tables/{world.known['table_id'][0]}", timeout=60)
    assert answer.status_code == 200, "the site still plays"


def tries(operation: Any, world: World, statuses: Counter[int]) -> None:
    """Ask an operation by turns as the schema tells and against it, as somebody."""
    path = operation.path.removeprefix("/api/1")
    modes = schemathesis.GenerationMode
    fine, wrong = (operation.as_strategy(mode) for mode in (modes.POSITIVE, modes.NEGATIVE))

    @hypothesis.seed(SEED)
    @hypothesis.settings(
        max_examples=ROUNDS,
        phases=(hypothesis.Phase.generate,),
        suppress_health_check=list(hypothesis.HealthCheck),
        deadline=None,
        database=None,
    )
    @hypothesis.given(data=st.data())
    def ask(data: st.DataObject) -> None:
        case = data.draw(fine if data.draw(st.integers(0, 2)) else wrong)
        for name in case.path_parameters or ():
            if name in world.known and data.draw(st.integers(0, 4)):
                case.path_parameters[name] = data.draw(st.sampled_from(world.known[name]))
        who = data.draw(st.sampled_from(list(world.tokens)))
        sent = {"Authorization": f"Bearer {world.tokens[who]}"} if who != "nobody" else {}
        if path in STREAMS:
            statuses[first_line(case, sent, STREAMS[path])] += 1
            return
        answer = case.call(headers=sent, timeout=60)
        case.validate_response(answer, checks=CHECKS)
        statuses[answer.status_code] += 1

    ask()


def first_line(case: Any, headers: dict[str, str], shape: Any) -> int:
    """See that a stream begins with a line of its shape, or is refused; return its status."""
    asked = case.as_transport_kwargs(headers=headers)
    with requests.request(**asked, stream=True, timeout=60) as answer:
        if answer.status_code != 200:
            schemas.Problem.model_validate(answer.json())
        elif line := next(answer.iter_lines()):
            shape.model_validate(json.loads(line))
        return answer.status_code
