"""Forms for passkeys, which check the JSON that a browser sends."""

import json
import struct
from typing import Any

from allauth.mfa.webauthn import forms as webauthn_forms
from cryptography.exceptions import UnsupportedAlgorithm
from django import forms
from django.utils.translation import gettext_lazy as _

NAME = 60  # characters of a passkey's name
# Errors of the libraries on malformed bytes.
_MALFORMED = (
    AttributeError,
    LookupError,
    OverflowError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
    UnsupportedAlgorithm,
)
_REFUSED = _("This passkey could not be read. Try again.")


class CredentialField(forms.JSONField):
    """A JSON object of values that both databases can store: no NUL, no lone surrogate, no NaN."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        """Return the JSON as an object. Raises ValidationError."""
        try:
            found = super().to_python(value)
            text = json.dumps(found, ensure_ascii=False, allow_nan=False)
            text.encode()  # refuses lone surrogates
        except (ValueError, RecursionError) as error:
            raise forms.ValidationError(_REFUSED) from error
        if not isinstance(found, dict) or "\\u0000" in text:
            raise forms.ValidationError(_REFUSED)
        return found

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return None: refused input is not shown again."""
        return None


class AddForm(webauthn_forms.AddWebAuthnForm):
    """A new passkey and its name."""

    name = forms.CharField(
        label=_("Name"),
        help_text=_("To tell it from your others: “Phone”, “Laptop”."),
        max_length=NAME,
        required=False,
    )
    credential = CredentialField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].label = _("Sign in with it alone, without name or password")
        self.fields["passwordless"].help_text = _(
            "Your device will ask for your fingerprint, face or PIN."
        )
        self.fields["passwordless"].initial = True

    def clean(self) -> dict[str, Any]:
        """Return the checked fields. Raises ValidationError, also for malformed bytes."""
        try:
            found: dict[str, Any] = super().clean()
            return found
        except _MALFORMED as error:
            raise forms.ValidationError(_REFUSED) from error


class RenameForm(webauthn_forms.EditWebAuthnForm):
    """A new name for a passkey."""

    name = forms.CharField(label=_("Name"), max_length=NAME)


class _Proof(forms.Form):
    """A signature of a passkey."""

    credential = CredentialField()

    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]  # of the form that this is mixed into
        except _MALFORMED as error:
            raise forms.ValidationError(_REFUSED) from error


class LoginForm(_Proof, webauthn_forms.LoginWebAuthnForm):
    """A passkey for logging in."""


class SecondStepForm(_Proof, webauthn_forms.AuthenticateWebAuthnForm):
    """A passkey after the password."""


class ReauthenticateForm(_Proof, webauthn_forms.ReauthenticateWebAuthnForm):
    """A passkey, before sensitive changes."""
