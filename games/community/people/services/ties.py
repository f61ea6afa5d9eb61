"""Follow, mute and block, in secret from the other."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from games.community.people.errors import AccountsOnly, PeopleError, TooMany
from games.community.people.models import LONGEST_NOTE, Kind, Note, Tie
from games.provided import Provided

COUNTS = {
    Kind.FOLLOW: "people_followed",
    Kind.MUTE: "people_muted",
    Kind.BLOCK: "people_blocked",
}
part: Provided[[int, int, datetime], object] = Provided(None)
"""Part two people at open tables after a block: the blocker's id, and the other's."""


def tie(*, user: User, other: User, kind: str, now: datetime) -> None:
    """Create a tie. Idempotent. A block ends following in both directions. Raises PeopleError."""
    _check(user, other, kind)
    _write(user, other, kind, now)
    if kind == Kind.BLOCK:
        # Once the block is committed, or in the same transaction: nobody sits down after it without
        # seeing it, and the rows of tables are not locked together with that of the user.
        part(user.pk, other.pk, now)


def _check(user: User, other: User, kind: str) -> None:
    mutes = kind == Kind.MUTE  # guests talk at tables too
    if user.is_guest and not mutes:
        raise AccountsOnly(
            _(
                "Guests cannot follow or block anybody. Create an account: all it takes"
                " is a name and a password."
            )
        )
    if (other.is_guest and not mutes) or other.is_closed:
        raise AccountsOnly(_("That is possible only with people who have an account."))
    if user.pk == other.pk:
        raise PeopleError(_("That is you."))
    if kind not in Kind.values:
        raise PeopleError(_("That is not possible here."))


@transaction.atomic
def _write(user: User, other: User, kind: str, now: datetime) -> None:
    """Save the tie, with the user's row locked so that the count is exact."""
    list(User.objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk"))
    mine = Tie.objects.filter(user=user, kind=kind)
    if mine.filter(other=other).exists():
        return
    if mine.count() >= settings.LIMIT_COUNTS[COUNTS[Kind(kind)]]:
        raise TooMany(_too_many(kind) % {"count": mine.count()})
    if kind == Kind.FOLLOW and Tie.objects.filter(user=user, other=other, kind=Kind.BLOCK).exists():
        raise PeopleError(
            _("You have blocked %(name)s. Unblock first, then follow.") % {"name": other.name}
        )
    # A blocked user may follow, without effect: a refusal would reveal the block.
    Tie.objects.get_or_create(user=user, other=other, kind=kind, defaults={"at": now})
    if kind == Kind.BLOCK:
        both = Q(user=user, other=other) | Q(user=other, other=user)
        Tie.objects.filter(both, kind=Kind.FOLLOW).delete()


def _too_many(kind: str) -> str:
    return {
        Kind.FOLLOW: _("You follow %(count)s people already. Stop following one of them first."),
        Kind.MUTE: _("You have muted %(count)s people already. Unmute one of them first."),
        Kind.BLOCK: _("You have blocked %(count)s people already. Unblock one of them first."),
    }[Kind(kind)]


def untie(*, user: User, other: User, kind: str) -> None:
    """Remove a tie."""
    Tie.objects.filter(user=user, other=other, kind=kind).delete()


def forget(user_id: int) -> None:
    """Delete all ties and notes of and about a closed account."""
    Tie.objects.filter(Q(user=user_id) | Q(other=user_id)).delete()
    Note.objects.filter(Q(user=user_id) | Q(other=user_id)).delete()


def write_note(*, user: User, other: User, text: str, now: datetime) -> None:
    """Save a user's note about another; an empty text deletes it. Raises PeopleError."""
    text = text.replace("\r\n", "\n").replace("\0", "").strip()
    if user.is_guest or other.is_guest or other.is_closed:
        raise AccountsOnly(_("Notes are for people with an account, about people with one."))
    if user.pk == other.pk:
        raise PeopleError(_("That is you."))
    if len(text) > LONGEST_NOTE:
        words = _("A note has at most %(count)s characters. This one has %(length)s.")
        raise PeopleError(words % {"count": LONGEST_NOTE, "length": len(text)})
    if text:
        facts = {"text": text, "at": now}
        Note.objects.update_or_create(user=user, other=other, defaults=facts)
    else:
        Note.objects.filter(user=user, other=other).delete()
