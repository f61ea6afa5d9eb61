"""The form that registers an app."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MOST = 5  # redirect addresses of an app
LOOPBACK = ("127.0.0.1", "::1", "localhost")
WRITTEN = re.compile(r"https?://[!-~]{1,250}")  # visible ASCII
HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*")
HIDDEN = ("C", "Z")  # categories of invisible characters


class AppForm(forms.Form):
    """The name of an app, and its redirect addresses."""

    name = forms.CharField(label=_("Name"), min_length=2, max_length=40)
    addresses = forms.CharField(label=_("Redirect addresses, one a line"), max_length=1300)

    def clean_name(self) -> str:
        """Return the name, if all of it is visible. Raises ValidationError."""
        name = unicodedata.normalize("NFKC", self.cleaned_data["name"])
        if any(unicodedata.category(one)[0] in HIDDEN for one in name.replace(" ", "")):
            raise ValidationError(_("Use letters that can be seen."))
        return name

    def clean_addresses(self) -> list[str]:
        """Return the addresses. Raises ValidationError."""
        found = list(dict.fromkeys(self.cleaned_data["addresses"].split()))
        if len(found) > MOST:
            raise ValidationError(_("At most five addresses."))
        for address in found:
            if not is_fit(address):
                raise ValidationError(
                    _(
                        "%(address)s: an address begins with https://, or with http:// and leads"
                        " to this device (127.0.0.1, [::1], localhost). It has no # and no name"
                        " before an @."
                    ),
                    params={"address": address},
                )
        return found


def is_fit(address: str) -> bool:
    """Return whether an address may receive codes: by https, or on the person's device."""
    if not WRITTEN.fullmatch(address) or "#" in address or "\\" in address:
        return False
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if "@" in parts.netloc:
        return False
    return host in LOOPBACK or (parts.scheme == "https" and HOST.fullmatch(host) is not None)
