"""The page of one's tokens for programs."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import names, selectors, sign_in_refusals
from accounts.forms import NameForm, row_id
from accounts.models import Scope, User
from accounts.services import bots, tokens, users
from accounts.sessions import SignedIn

DAYS = {"30": _("30 days"), "90": _("90 days"), "366": _("a year"), "": _("until I revoke it")}


class TokenForm(forms.Form):
    """A new token: name, scopes, user and life."""

    name = forms.CharField(label=_("What it is for"), max_length=40)
    read = forms.BooleanField(label=Scope.READ.label, required=False, initial=True)
    play = forms.BooleanField(label=Scope.PLAY.label, required=False, initial=True)
    write = forms.BooleanField(label=Scope.WRITE.label, required=False)
    bot: forms.ModelChoiceField[User] = forms.ModelChoiceField(
        label=_("Who it plays as"),
        queryset=User.objects.none(),
        required=False,
        empty_label=_("Me"),
    )
    days = forms.ChoiceField(
        label=_("Valid for"), choices=list(DAYS.items()), required=False, initial="90"
    )

    def __init__(self, *args: Any, user: User) -> None:
        super().__init__(*args)
        bots = user.bots.filter(closed_at=None).order_by("username")
        cast("forms.ModelChoiceField[User]", self.fields["bot"]).queryset = bots

    def clean(self) -> dict[str, Any]:
        """Return the fields, with `scopes`. Raises ValidationError."""
        sent = super().clean() or {}
        sent["scopes"] = [scope for scope in Scope.values if sent.get(scope)]
        if not sent["scopes"]:
            raise forms.ValidationError(_("Choose what the token may be used for."))
        return sent


class ConvertForm(forms.Form):
    """Name and password of an account to convert to a bot's, and a confirmation."""

    login = forms.CharField(label=_("Name of the account"), max_length=64)
    password = forms.CharField(
        label=_("Its password"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )
    sure = forms.BooleanField(label=_("It becomes a bot’s for good, and I cannot sign in to it"))

    def __init__(self, *args: Any, request: SignedIn) -> None:
        super().__init__(*args)
        self.request = request

    def clean(self) -> dict[str, Any]:
        """Convert the account, if the password is right. Raises ValidationError."""
        sent = super().clean() or {}
        if self.errors:
            return sent
        named = {"username": names.normalized(sent["login"]), "password": sent["password"]}
        user = get_adapter().authenticate(self.request, **named)
        if user is None or sign_in_refusals.page(user.pk):
            raise forms.ValidationError(_("There is no such account with this password."))
        try:
            bots.convert(user=user, owner=self.request.user)
        except bots.TooMany:
            raise forms.ValidationError(_("You have too many bots. Close one first.")) from None
        except (bots.NotConvertible, bots.NotAnOwner):
            raise forms.ValidationError(
                _(
                    "This account stays a person’s: it has been at a table, or has an office, bots"
                    " or two-step sign-in."
                )
            ) from None
        return sent


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: SignedIn) -> HttpResponse:
    """Show one's tokens; create one, whose text is shown once."""
    if request.user.is_guest:
        return redirect("account_signup")
    sends = request.method == "POST" and "new-bot" not in request.POST
    form = TokenForm(request.POST if sends else None, user=request.user)
    new_bot = NameForm(
        request.POST if request.method == "POST" and not sends else None, user=User()
    )
    if new_bot.is_bound and new_bot.is_valid() and _create_bot(request, new_bot):
        return redirect("account_tokens")
    text = ""
    if form.is_bound and form.is_valid():
        sent = form.cleaned_data
        days = int(sent["days"]) if sent["days"] else None
        try:
            _token, text = tokens.make(
                user=sent["bot"] or request.user,
                name=sent["name"],
                scopes=sent["scopes"],
                days=days,
                now=timezone.now(),
            )
            form = TokenForm(None, user=request.user)
        except tokens.TooMany:
            form.add_error(None, gettext("You have too many tokens. Revoke one first."))
    facts = {
        "form": form,
        "text": text,
        "new_bot": new_bot,
        "bots": list(request.user.bots.filter(closed_at=None).order_by("username")),
        "tokens": selectors.own_tokens(request.user),
        "connections": selectors.connections(request.user),
        "now": timezone.now(),
    }
    bound = form.is_bound or new_bot.is_bound
    return render(request, "accounts/tokens.html", facts, status=422 if bound else 200)


def _create_bot(request: SignedIn, form: NameForm) -> bool:
    """Create the account of a bot; return whether that succeeded."""
    try:
        bots.make(owner=request.user, name=form.cleaned_data["name"])
    except IntegrityError:
        form.add_error("name", gettext("That name has just been taken."))
    except bots.TooMany:
        form.add_error(None, gettext("You have too many bots. Close one first."))
    except bots.NotAnOwner:
        form.add_error(None, gettext("A bot has no bots of its own."))
    return not form.errors


@never_cache
@sensitive_post_parameters("password")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def convert(request: SignedIn) -> HttpResponse:
    """Show and handle the form that converts another account of the user's to a bot's."""
    if request.user.is_guest:
        return redirect("account_signup")
    form = ConvertForm(request.POST if request.method == "POST" else None, request=request)
    if form.is_bound and form.is_valid():
        messages.success(request, gettext("The account is a bot’s now."))
        return redirect("account_tokens")
    facts = {"form": form}
    return render(request, "accounts/convert.html", facts, status=422 if form.is_bound else 200)


@require_POST
@login_required
def close_bot(request: SignedIn) -> HttpResponse:
    """Close the account of a bot of one's own."""
    bot = request.user.bots.filter(username=request.POST.get("bot", "")[:64]).first()
    if bot is not None:
        users.close(user=bot, now=timezone.now())
        messages.success(request, gettext("The account of the bot is closed."))
    return HttpResponseRedirect(reverse("account_tokens"))


@require_POST
@login_required
def end(request: SignedIn) -> HttpResponse:
    """Revoke a token, or with `all` every one."""
    if "all" in request.POST:
        tokens.end_all(request.user.pk)
        messages.success(request, gettext("All tokens have been revoked."))
    else:
        tokens.end(user=request.user, token_id=row_id(request.POST.get("token", "")))
        messages.success(request, gettext("The token has been revoked."))
    return HttpResponseRedirect(reverse("account_tokens"))
