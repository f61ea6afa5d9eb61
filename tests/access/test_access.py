"""Every address of the site, asked by every role: the outcome is the one of the table, and a
request that is refused changes nothing."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.template.backends.django import Template
from django.utils import timezone

from games.lobby import views
from tests.access.roles import ROLES, Row, shape, shorthand
from tests.access.summary import markdown
from tests.access.table import TABLE
from tests.access.world import World, made
from tests.fuzz.routes import addresses

pytestmark = pytest.mark.django_db
DOCS = Path(__file__).parents[2] / "docs" / "building" / "security.md"
# The words of the world for parts of addresses that have other names.
OTHER_WORDS = {"table_id": "running", "username": "ann", "day": "today", "pk": "passkey"}


@pytest.fixture(scope="module")
def world(
    static_files: None, redis_server: Any, django_db_setup: None, django_db_blocker: Any
) -> Iterator[World]:
    with made(django_db_blocker, timezone.now()) as found, pytest.MonkeyPatch.context() as patch:
        # Here an error is its status; tests/lobby/test_errors.py reads the pages.
        patch.setattr(
            views,
            "_error_page",
            lambda _request, status, *_words, **_page: HttpResponse(status=status),
        )
        yield found


@pytest.fixture
def unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write no page: an outcome is decided before. The tests of pages read them, and so does
    each role of the table."""
    monkeypatch.setattr(Template, "render", lambda *_facts, **_more: "")


def test_every_address_is_in_the_table(world: World) -> None:
    known = {shape(row.path) for row in TABLE}
    missing = [address for address in addresses() if shape(address) not in known]
    assert not missing, "if this is as it should be, add to tests/access/table.py:\n" + "\n".join(
        proposal(world, address) for address in missing
    )


def test_every_row_is_an_address() -> None:
    there = {shape(address) for address in addresses()}
    assert [row.path for row in TABLE if shape(row.path) not in there] == []


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.usefixtures("unwritten")
def test_each_kind_of_role_gets_what_the_table_says(world: World, method: str) -> None:
    holds(world, method, {row: row.kinds(method) for row in TABLE})


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("role", ROLES)
def test_each_role_gets_what_the_table_says(world: World, role: str, method: str) -> None:
    holds(world, method, {row: (role,) for row in TABLE if role in row.roles(method)})


def holds(world: World, method: str, asked: dict[Row, tuple[str, ...]]) -> None:
    """Ask each row by these roles. One that is wrong is printed as it would be right."""
    wrong, changed = [], []
    for row, roles in asked.items():
        for role in roles:
            found, wrote = tries(world, row, role, method)
            if found != row.expected(method)[role]:
                wrong.append(f"{method} {row.path} {role}: {found}\n{observed(world, row)}")
            if method == "POST" and wrote:
                changed.append(f"{row.path} {role}")
    assert not wrong, "\n".join(wrong)
    assert not changed, "refused, and yet rows have changed: " + ", ".join(changed)


@pytest.mark.usefixtures("unwritten")
def test_who_sends_no_token_is_refused_everywhere(world: World) -> None:
    """Also a host with a second factor, and at each address that takes a form, but for what a mail
    program posts by itself, and a service worker, which proves itself by a secret."""
    world.cookies["forged"] = {**world.cookies["host"], "csrftoken": ""}
    passed = {
        row.name
        for row in TABLE
        if row.post != "405"
        and not row.path.startswith("api/")
        and tries(world, row, "forged", "POST") != ("403", False)
    }
    assert passed == {"push_renew", "stop_notices"}


def test_the_documentation_has_the_summary() -> None:
    assert markdown() in DOCS.read_text(), f"docs/building/security.md needs\n{markdown()}"


def tries(world: World, row: Row, role: str, method: str) -> tuple[str, bool]:
    return world.tries(role, method, row.path, row.fields)


def observed(world: World, row: Row) -> str:
    """Return a row as the site answers it now."""
    get, post = (
        shorthand({role: tries(world, row, role, method)[0] for role in row.every_role})
        for method in ("GET", "POST")
    )
    return " | ".join(filter(None, (row.name, row.path, get, post, row.fields)))


def proposal(world: World, address: str) -> str:
    """Return a row for an address that has none."""

    def word(match: re.Match[str]) -> str:
        name = OTHER_WORDS.get(match[1], match[1])
        return f"{{{name if name in world.words else 'nothing'}}}"

    path = re.sub(r"<(\w+)>", word, address)
    cache.clear()
    return observed(world, Row(re.sub(r"\W+", "_", address).strip("_"), path, "", ""))
