"""Acts of the desk: who may do each to whom. Every service that does one asks `require` first, and
pages ask `may`, so both follow from one table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from accounts.models import Role, User
from games.community.moderation.errors import NotYours


class Act(StrEnum):
    """Acts about a person."""

    RENAME = "rename"
    SIGN_OUT = "sign_out"
    SANCTION = "sanction"
    LIFT = "lift"
    HEAR = "hear"
    DECIDE = "decide"
    MERGE = "merge"
    RECEIVE = "receive"
    ROLE = "role"
    SEE_REPORTS = "see_reports"
    BREAK_OFF = "break_off"
    ANNUL = "annul"


class Kind(StrEnum):
    """Kinds of people whom an act is about, from where the keeper stands."""

    GUEST = "guest"
    ACCOUNT = "account"
    MODERATOR = "moderator"
    HOST = "host"
    SELF = "self"


PLAYERS = frozenset({Kind.GUEST, Kind.ACCOUNT})
BELOW_HOSTS = PLAYERS | {Kind.MODERATOR}
OTHERS = BELOW_HOSTS | {Kind.HOST}


@dataclass(frozen=True, slots=True)
class Right:
    """Kinds of people to whom a moderator and a host may do something."""

    moderator: frozenset[Kind]
    host: frozenset[Kind]


NOBODY: frozenset[Kind] = frozenset()
RIGHTS = {
    Act.RENAME: Right(BELOW_HOSTS, OTHERS),
    Act.SIGN_OUT: Right(BELOW_HOSTS, OTHERS),
    Act.SANCTION: Right(BELOW_HOSTS, OTHERS),
    Act.LIFT: Right(BELOW_HOSTS, OTHERS),
    Act.HEAR: Right(BELOW_HOSTS, OTHERS),
    Act.DECIDE: Right(BELOW_HOSTS, OTHERS),
    # a guest's games, and the account that gets them: nobody who keeps the house
    Act.MERGE: Right(frozenset({Kind.GUEST}), frozenset({Kind.GUEST})),
    Act.RECEIVE: Right(frozenset({Kind.ACCOUNT}), frozenset({Kind.ACCOUNT})),
    Act.ROLE: Right(NOBODY, OTHERS),
    # a report about somebody, its count, and who wrote it
    Act.SEE_REPORTS: Right(OTHERS, OTHERS),
    # a table, for each who sits there
    Act.BREAK_OFF: Right(OTHERS, OTHERS),
    Act.ANNUL: Right(OTHERS, OTHERS),
}


def kind(by: User, about: User) -> Kind:
    """Return which kind of person somebody is to a keeper."""
    if about.pk == by.pk:
        return Kind.SELF
    if about.role in (Role.HOST, Role.MODERATOR):
        return Kind.HOST if about.role == Role.HOST else Kind.MODERATOR
    return Kind.GUEST if about.is_guest else Kind.ACCOUNT


def may(by: User, act: Act, about: User) -> bool:
    """Return whether a keeper may do something to somebody; nobody without an office may."""
    right = RIGHTS[act]
    reach = {Role.HOST: right.host, Role.MODERATOR: right.moderator}.get(Role(by.role), NOBODY)
    return kind(by, about) in reach


def require(by: User, act: Act, about: User) -> None:
    """Raise NotYours unless a keeper may do something to somebody."""
    if not may(by, act, about):
        raise NotYours
