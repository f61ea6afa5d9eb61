"""The rights of moderators and hosts over people, in one table. Services call `require` first,
pages call `may`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from accounts.models import Role, User
from games.community.moderation.errors import NotYours


class Act(StrEnum):
    """Actions on a person."""

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
    """Kinds of people, relative to the moderator or host who acts."""

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
    """The kinds of people on whom a moderator, and a host, may act."""

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
    # the games of a guest, and the account that receives them
    Act.MERGE: Right(frozenset({Kind.GUEST}), frozenset({Kind.GUEST})),
    Act.RECEIVE: Right(frozenset({Kind.ACCOUNT}), frozenset({Kind.ACCOUNT})),
    Act.ROLE: Right(NOBODY, OTHERS),
    # a report about somebody, their number, and its author
    Act.SEE_REPORTS: Right(OTHERS, OTHERS),
    # a table, for each player
    Act.BREAK_OFF: Right(OTHERS, OTHERS),
    Act.ANNUL: Right(OTHERS, OTHERS),
}


def kind(by: User, about: User) -> Kind:
    """Return a person's kind, relative to whoever acts."""
    if about.pk == by.pk:
        return Kind.SELF
    if about.role in (Role.HOST, Role.MODERATOR):
        return Kind.HOST if about.role == Role.HOST else Kind.MODERATOR
    return Kind.GUEST if about.is_guest else Kind.ACCOUNT


def may(by: User, act: Act, about: User) -> bool:
    """Return whether somebody may perform an action on a person."""
    right = RIGHTS[act]
    reach = {Role.HOST: right.host, Role.MODERATOR: right.moderator}.get(Role(by.role), NOBODY)
    return kind(by, about) in reach


def require(by: User, act: Act, about: User) -> None:
    """Raise NotYours unless somebody may perform an action on a person."""
    if not may(by, act, about):
        raise NotYours
