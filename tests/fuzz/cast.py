"""The visitors who ask: a stranger, a guest, somebody in a seat and somebody outside, and the
tables that they know of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.fuzz.routes import Form, forms
from tests.kit.visitor import Visitor

PASSWORD = "fz seven green leaves"
PAGES = tuple(
    (
        "/ /tables/new/ /accounts/ /accounts/close/ /accounts/guest/ /accounts/login/ "
        "/accounts/signup/ /accounts/email/ /notices/ /push/"
    ).split()
)


@dataclass
class Cast:
    """`number` tells one generation from the next: whoever is fuzzed long enough closes the
    account."""

    port: int
    number: int
    people: dict[str, Visitor] = field(default_factory=dict)
    tables: list[str] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        return [f"{name}{self.number}" for name in ("ann", "cal")]

    @property
    def secrets(self) -> Iterator[str]:
        """Return the secrets that no log may hold."""
        yield PASSWORD
        yield from self.tables
        for name, visitor in self.people.items():
            yield f"{name}{self.number}@fz.example.org"
            yield from (value for value in visitor.cookies.values() if len(value) > 20)


def gather(port: int, number: int) -> Cast:
    """Let everybody come, sit down and look at the pages whose forms are to be filled in."""
    cast = Cast(port, number)
    cast.people = {
        name: Visitor(port, name, address=f"127.0.1.{at + 2}")
        for at, name in enumerate(("stranger", "guest", "ann", "cal"))
    }
    stranger, guest, ann, cal = cast.people.values()
    stranger.get("/")
    guest.enters()
    for person in (ann, cal):
        _signs_up(person, number)
    private, public, ended = ann.opens(private="on"), ann.opens(seats=2), ann.opens()
    guest.sits(private)
    guest.sits(ended)
    ann.post(f"/t/{ended}/resign/")
    cast.tables = [
        private,
        public,
        ended,
        cal.opens(game="odin", seats=4),
        cal.opens(game="exhibition", seats=1),
    ]
    cast.forms = sorted(
        {form for person in cast.people.values() for form in _forms(person, cast.tables)}, key=repr
    )
    return cast


def _signs_up(person: Visitor, number: int) -> None:
    name = f"{person.name}{number}"
    answer = person.post(
        "/accounts/signup/",
        username=name,
        email=f"{name}@fz.example.org",
        password1=PASSWORD,
        password2=PASSWORD,
        remember="on",
    )
    assert answer.status == 302, answer.body


def _forms(person: Visitor, tables: list[str]) -> Iterator[Form]:
    for page in (*PAGES, *[f"/t/{table}/" for table in tables]):
        answer = person.get(page)
        if answer.status == 200:
            yield from forms(answer.body, page)
