"""The form for an address, with the fields of its kind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games.notices import outbound
from games.notices.webhooks.models import Kind

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise as _StrOrPromise

TOPIC = re.compile(r"/[A-Za-z0-9_-]{1,64}")
ROOM = r"^![!-~]{1,254}$"
TOKEN = r"^[!-~]+$"  # it stands in a header

LABELS: dict[str, _StrOrPromise] = {
    Kind.MATRIX: _("Address of your server"),
    Kind.NTFY: _("Address of your topic"),
}
HELP: dict[str, _StrOrPromise] = {
    Kind.JSON: _("We send JSON there by POST, signed as standardwebhooks.com describes."),
    Kind.DISCORD: _("In Discord: settings of the channel, Integrations, Webhooks, Copy URL."),
    Kind.SLACK: _("In Slack: your app, Incoming Webhooks, Copy. Mattermost works too."),
    Kind.NTFY: _("Such as https://ntfy.sh/my-games. Whoever knows the topic can read it."),
    Kind.MATRIX: _(
        "The homeserver that your client signs in to, such as https://matrix.example.org."
    ),
}


class AddressForm(forms.Form):
    """An address of one kind."""

    address = forms.CharField(max_length=500, widget=forms.URLInput)
    room = forms.RegexField(
        ROOM,
        max_length=255,
        label=_("Room"),
        help_text=_("Its ID, such as !abc:example.org, from the room’s settings."),
        error_messages={"invalid": _("The ID of a room begins with “!”.")},
    )
    token = forms.RegexField(
        TOKEN,
        max_length=255,
        label=_("Access token"),
        error_messages={"invalid": _("A token has no spaces.")},
    )

    def __init__(self, *args: Any, kind: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        self.fields["address"].label = LABELS.get(kind, _("Address"))
        self.fields["address"].help_text = HELP[kind]
        if kind != Kind.MATRIX:
            del self.fields["room"]
        if kind not in (Kind.MATRIX, Kind.NTFY):
            del self.fields["token"]
        elif kind == Kind.NTFY:
            self.fields["token"].required = False
            self.fields["token"].help_text = str(_("If your topic asks for one."))

    def clean_address(self) -> str:
        """Return the address if it may be called. Raises ValidationError."""
        address = str(self.cleaned_data["address"])
        try:
            outbound.target(address, settings.OUTBOUND_NETWORKS)
        except outbound.Undelivered as error:
            raise forms.ValidationError(outbound.sentence(error.fault)) from None
        path = urlsplit(address).path
        if self.kind == Kind.NTFY and ("?" in address or not TOPIC.fullmatch(path)):
            raise forms.ValidationError(
                _("The address ends with the name of the topic: https://ntfy.sh/my-games.")
            )
        if self.kind == Kind.DISCORD and not path.startswith("/api/webhooks/"):
            raise forms.ValidationError(_("This is not the address of a webhook of Discord."))
        return address
