"""Private notes."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from games.community.people.errors import AccountsOnly, PeopleError
from games.community.people.models import LONGEST_NOTE, Note


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
