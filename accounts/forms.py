"""allauth's forms with the site's labels, and the site's own."""

from typing import Any

from allauth.account import forms as account_forms
from allauth.mfa.totp import forms as totp_forms
from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from accounts import mail_connection, names, selectors
from accounts.models import User
from games.digits import number

NEW_PASSWORD_HELP = _("At least 10 characters. Spaces are welcome.")
REMEMBER = _("Keep me signed in on this device")


def row_id(text: str) -> int:
    """Return the id of a row in a form; 0, which no row has, for other text."""
    return number(text, 18, 0)


class SignupForm(account_forms.SignupForm):
    """Name, address and password of a new account."""

    remember = forms.BooleanField(label=REMEMBER, required=False, initial=True)
    field_order = ("username", "email", "password1", "password2", "remember")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields = self.fields
        fields["username"].label = _("Name at the table")
        fields["email"].label = _("E-mail")
        fields["email"].help_text = (
            _("To reset your password and, if you like, to tell you when it is your turn.")
            if mail_connection.has_server()
            else _("For signing in. This site sends no mail.")
        )
        fields["password1"].help_text = NEW_PASSWORD_HELP
        fields["password2"].label = _("Repeat the password")


class LoginForm(account_forms.LoginForm):
    """Name or address, and password."""

    remember = forms.BooleanField(label=REMEMBER, required=False, initial=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail")
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["password"].help_text = ""

    def clean_login(self) -> str:
        """Return the name or address, normalized."""
        return names.normalized(str(super().clean_login()))


class ResetPasswordForm(account_forms.ResetPasswordForm):
    """The address for a link to a new password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail")


class ResetPasswordKeyForm(account_forms.ResetPasswordKeyForm):
    """The new password, after that link."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = NEW_PASSWORD_HELP
        self.fields["password2"].label = _("Repeat the new password")


class ChangePasswordForm(account_forms.ChangePasswordForm):
    """The current and the new password, and whether to revoke tokens."""

    end_tokens = forms.BooleanField(
        label=_("Revoke my programs’ tokens too"), required=False, initial=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")
        self.fields["oldpassword"].help_text = ""
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = NEW_PASSWORD_HELP
        self.fields["password2"].label = _("Repeat the new password")


class AddEmailForm(account_forms.AddEmailForm):
    """A new address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New address")


class ReauthenticateForm(account_forms.ReauthenticateForm):
    """The password again, before sensitive changes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""


class ActivateTOTPForm(totp_forms.ActivateTOTPForm):
    """The first code of an authenticator app."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code from the app")


class ThemeForm(forms.ModelForm):  # type: ignore[type-arg]  # only the stubs are generic
    """The choice of colours."""

    class Meta:
        model = User
        fields = ("theme",)


class NameForm(forms.Form):
    """The name of an account, or of a guest."""

    name = forms.CharField(label=_("Name at the table"), max_length=names.LONGEST)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.is_guest:
            self.fields["name"].max_length = names.LONGEST_OF_GUEST  # type: ignore[attr-defined]
            self.fields["name"].validators.append(MaxLengthValidator(names.LONGEST_OF_GUEST))
        self.fields["name"].widget.attrs["autocomplete"] = "nickname"

    def clean_name(self) -> str:
        """Return the name if it is well formed and free. Raises ValidationError."""
        name = names.normalized(self.cleaned_data["name"].strip())
        names.well_formed(name)
        names.not_reserved(name)
        if selectors.is_taken(name, but=self.user) or (
            self.user.is_guest and selectors.is_taken(names.CHOSEN + name, but=self.user)
        ):
            raise forms.ValidationError(
                _("“%(name)s” is taken, or looks like a name that is."),
                "username_taken",
                {"name": name},
            )
        return name


class CloseForm(forms.Form):
    """The password, if the user has one."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if user.has_usable_password():
            reauthenticate = ReauthenticateForm(user=user)
            self.fields["password"] = reauthenticate.fields["password"]
        self.user = user

    def clean_password(self) -> str:
        """Return the password if it is correct. Raises ValidationError."""
        form = ReauthenticateForm(user=self.user, data=self.data)
        if not form.is_valid():
            raise forms.ValidationError(form.errors["password"])
        return str(form.cleaned_data["password"])
