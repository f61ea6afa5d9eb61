"""The form for a user's wishes about notices."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import get_language

from accounts.models import TurnMail, User


class Wishes(forms.Form):
    """The wishes on the page of settings."""

    turn_mail = forms.ChoiceField(choices=TurnMail)
    over_mail = forms.BooleanField(required=False)
    invitation_mail = forms.BooleanField(required=False)
    goes_on = forms.BooleanField(required=False)
    bots_pause = forms.BooleanField(required=False)
    mail_zone = forms.RegexField(r"^[A-Za-z0-9_+/-]{1,64}$", required=False)
    """The browser's time zone, if it said which."""

    def of(self, user: User) -> dict[str, Any]:
        """Return the wishes to keep, with the language of this page for mails. A guest has no
        address, so a guest's form does not ask about mails."""
        kept = self.cleaned_data
        if user.is_guest:
            return {name: kept[name] for name in ("goes_on", "bots_pause")}
        wishes = {name: value for name, value in kept.items() if name != "mail_zone" or value}
        return wishes | {"mail_language": get_language()}
