"""The site's adapters for allauth."""

from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlsplit, urlunsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login
from allauth.account.models import EmailAddress
from allauth.core import context as allauth_context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import (
    admission,
    limits,
    names,
    proofs,
    selectors,
    services,
    sessions,
    sign_in_refusals,
)
from accounts.models import User
from accounts.services import letters

_WRONG = _("Wrong name or password. Capital letters matter in passwords.")


class AccountAdapter(DefaultAccountAdapter):
    """Names, addresses, passwords and mails."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("This is your address already."),
        "email_password_mismatch": _WRONG,
        "username_password_mismatch": _WRONG,
        "email_taken": _(
            "Another account uses this address. Sign in to that one, or enter a different address."
        ),
        "enter_current_password": _("This is not your password. Capital letters matter."),
        "incorrect_password": _("This is not your password. Capital letters matter."),
        "incorrect_code": _(
            "This code is wrong, or it has been used. Your app shows a new one every 30 seconds."
        ),
        "same_as_current": _("That is what you have already."),
        "too_many_login_attempts": _(
            "Too many wrong attempts. Wait a minute, then try again: your account is not locked."
        ),
        "rate_limited": _("Too many requests. Wait a minute, then try again."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether the visitor may sign up, by the host's switch."""
        return admission.may_sign_up(request, timezone.now())

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name if it is well formed and free. Raises ValidationError."""
        username = names.normalized(username)
        names.well_formed(username)
        names.not_reserved(username)
        if not shallow and selectors.is_taken(username):
            raise name_is_taken(username)
        return username

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: BaseForm, commit: bool = True
    ) -> AbstractBaseUser:
        """Save a new account and return it. A guest keeps the row, and so seats and games."""
        if not getattr(request.user, "is_guest", False):
            user = super().save_user(request, user, form, commit=False)
            services.save_new(cast(User, user))
            return user
        data = form.cleaned_data
        return services.turn_into_account(
            guest=request.user,  # type: ignore[arg-type]
            username=data["username"],
            email=data.get("email") or "",
            password=data["password1"],
            device=sessions.visitor(request.session).stamp.device,
        )

    def pre_login(self, request: HttpRequest, user: AbstractBaseUser, **facts: Any) -> Any:
        """Return a redirect to the page that says why a user may not sign in; else None."""
        if page := sign_in_refusals.page(user.pk):
            clear_login(request)
            return HttpResponseRedirect(page)
        return super().pre_login(request, user, **facts)

    def is_safe_url(self, url: str) -> bool:
        """Return whether a redirect may lead to a URL."""
        return is_ours(url)

    def set_password(self, user: User, password: str) -> None:
        """Save a new password. The browser that changes it stays signed in, unless it came by a
        link in a mail."""
        here = sessions.visitor(allauth_context.request.session)
        services.set_password(
            user=user,
            password=password,
            device=here.stamp.device if here.user_id == user.pk else "",
        )

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address; return whether that succeeded. Reports the change of proofs."""
        confirmed = super().confirm_email(request, email_address)
        proofs.changed(email_address.user_id)
        return bool(confirmed)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address for which allauth counts requests."""
        return limits.address(request)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the key of failed log-ins: name and address together, so that nobody elsewhere
        locks the owner out. Without the host, unlike allauth's: there may be several.

        allauth has no public name for this.
        """
        login = credentials.get("email", credentials.get("username", "")).lower()
        return f"{login}:{limits.address(request)}"

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the URL of the settings."""
        return reverse("account_settings")

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """Return the URL of the settings."""
        return reverse("account_settings")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write a letter, which a worker sends: no page waits for a mail server. Its links lead to
        BASE_URL."""
        links = {
            name: links_home(value) for name, value in context.items() if name.endswith("_url")
        }
        site = {
            "site_name": settings.SITE_NAME,
            "current_site": SimpleNamespace(domain=urlsplit(settings.BASE_URL).netloc),
        }
        facts = {"request": allauth_context.request, "email": email, **context, **links, **site}
        letters.write(
            self.render_mail(template_prefix, email, facts),
            kind=template_prefix.rpartition("/")[2],
            now=timezone.now(),
        )


def links_home(url: str) -> str:
    """Return an address of this site under BASE_URL: a request may come under any allowed host, and
    a mail is not for its sender."""
    return settings.BASE_URL + urlunsplit(("", "", *urlsplit(url)[2:]))


class MFAAdapter(DefaultMFAAdapter):
    """The names that apps and browsers show beside codes and passkeys."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": AccountAdapter.error_messages["incorrect_code"]
    }

    def get_totp_issuer(self) -> str:
        """Return the name of the site."""
        return settings.SITE_NAME

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        """Return the name of the user."""
        return user.get_username()

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return host and name of the site."""
        entity: dict[str, str] = super().get_public_key_credential_rp_entity()
        return entity | {"name": settings.SITE_NAME}

    def get_public_key_credential_user_entity(self, user: AbstractBaseUser) -> dict[str, Any]:
        """Return id and name of the user."""
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"name": user.get_username()}

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """Return a name for a new passkey: "Passkey 2"."""
        count = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return gettext("Passkey %(number)s") % {"number": count + 1}


def is_ours(url: str) -> bool:
    """Return whether a URL is a path of this site, and no name of a view, which a redirect would
    resolve."""
    return url.startswith("/") and url_has_allowed_host_and_scheme(url, None)


def name_is_taken(name: str) -> ValidationError:
    """Return the error for a taken name, with two free ones if there are."""
    free = selectors.free_names_like(name)
    if len(free) == 2:
        message = _("“%(name)s” is taken. “%(one)s” and “%(two)s” are free.")
        return ValidationError(
            message, "username_taken", {"name": name, "one": free[0], "two": free[1]}
        )
    return ValidationError(
        _("“%(name)s” is taken. Choose another name."), "username_taken", {"name": name}
    )
