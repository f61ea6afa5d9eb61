"""The roles of the access table, and the shorthand in which its rows are written."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

ROLES = (
    "anonymous",
    "guest",  # not at the table
    "account",  # Dee, who is nowhere
    "seated",  # Ann, who opened the tables and owns what addresses name
    "opponent",  # Ben
    "spectator",  # Cal, who has looked
    "blocked",  # Eve, whom Ann has blocked
    "suspended",
    "plain_moderator",  # without a second factor
    "moderator",
    "host",
)
REFUSED = ("login", "again", "403", "404", "405", "409", "422", "429")
"""Outcomes after which nothing has changed."""
# At an address that names nothing of theirs, these are accounts like any other.
SAME_EVERYWHERE = ("seated", "opponent", "spectator", "blocked")
OF_NOBODY = re.compile(r"{(game|number|today|month|key|uid|nothing)}")


@dataclass(frozen=True, slots=True)
class Row:
    """One address. `get` and `post` say what happens to whom: the outcome of most in front, then
    exceptions: "403 seated,opponent=go anonymous=login". `fields` are those of the form. A word in
    braces is one of the world's (tests/access/world.py)."""

    name: str
    path: str
    get: str
    post: str
    fields: str = ""

    @property
    def every_role(self) -> tuple[str, ...]:
        """Return the roles that differ at this address."""
        if "{" in OF_NOBODY.sub("", self.path):
            return ROLES
        return tuple(role for role in ROLES if role not in SAME_EVERYWHERE)

    def roles(self, method: str) -> tuple[str, ...]:
        """Return the roles that are asked. What is no method of an address is refused before
        anybody looks who asks."""
        if self.outcomes(method) == "405":
            return tuple(
                role for role in ("anonymous", "seated", "host") if role in self.every_role
            )
        return self.every_role

    def outcomes(self, method: str) -> str:
        """Return the shorthand for a method."""
        return self.get if method == "GET" else self.post

    def expected(self, method: str) -> dict[str, str]:
        """Return the outcome for each role."""
        words = self.outcomes(method).split()
        found = dict.fromkeys(self.roles(method), words[0])
        for word in words[1:]:
            roles, _, outcome = word.partition("=")
            for role in roles.split(","):
                if role not in ROLES:
                    raise ValueError(f"{self.name}: {role} is no role")
                if role in found:
                    found[role] = outcome
        return found

    def kinds(self, method: str) -> tuple[str, ...]:
        """Return a role of each kind: of those with the same outcome the one who may most
        elsewhere if it is a refusal, else the one who may least. None where it is no method of the
        address."""
        if self.outcomes(method) == "405":
            return ()
        found: dict[str, str] = {}
        for role, outcome in self.expected(method).items():
            if outcome in REFUSED:
                found[outcome] = role
            else:
                found.setdefault(outcome, role)
        return tuple(found.values())


WORDS = {
    r"\bin\b(?!=)": "anonymous,suspended=login",
    r"\bkeepers=": "plain_moderator=factor moderator,host=",
    r"\bplayers=": "seated,opponent=",
}


def row(line: str) -> Row:
    """Return a row of the table from its line."""
    name, path, get, post, *fields = line.split(" | ")
    for word, meaning in WORDS.items():
        get, post = re.sub(word, meaning, get), re.sub(word, meaning, post)
    return Row(name, path, get, post, *fields)


def shorthand(outcomes: dict[str, str]) -> str:
    """Return outcomes as a row has them."""
    usual = Counter(outcomes.values()).most_common(1)[0][0]
    others: dict[str, list[str]] = {}
    for role, outcome in outcomes.items():
        if outcome != usual:
            others.setdefault(outcome, []).append(role)
    return " ".join([usual, *(f"{','.join(roles)}={outcome}" for outcome, roles in others.items())])


def shape(path: str) -> str:
    """Return an address with a star for each part that varies."""
    return re.sub(r"<\w+>|{\w+}", "*", path)
