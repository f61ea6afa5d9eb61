"""The page of one's tokens for programs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Scope, Token
from accounts.services import tokens
from accounts.sessions import SignedIn

DAYS = {"30": _("30 days"), "90": _("90 days"), "366": _("a year"), "": _("until I revoke it")}


class TokenForm(forms.Form):
    """A new token: what for, what it may do, and until when."""

    name = forms.CharField(label=_("What it is for"), max_length=40)
    read = forms.BooleanField(label=Scope.READ.label, required=False, initial=True)
    play = forms.BooleanField(label=Scope.PLAY.label, required=False, initial=True)
    write = forms.BooleanField(label=Scope.WRITE.label, required=False)
    days = forms.ChoiceField(
        label=_("Valid for"), choices=list(DAYS.items()), required=False, initial="90"
    )

    def clean(self) -> dict[str, Any]:
        """Return what was sent, with the scopes that were ticked. Raises ValidationError."""
        sent = super().clean() or {}
        sent["scopes"] = [scope for scope in Scope.values if sent.get(scope)]
        if not sent["scopes"]:
            raise forms.ValidationError(_("Choose what the token may be used for."))
        return sent


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: SignedIn) -> HttpResponse:
    """Show one's tokens, and make one, whose text is shown this once."""
    if request.user.is_guest:
        return redirect("account_signup")
    form = TokenForm(request.POST if request.method == "POST" else None)
    text = ""
    if form.is_bound and form.is_valid():
        sent = form.cleaned_data
        days = int(sent["days"]) if sent["days"] else None
        try:
            _token, text = tokens.make(
                user=request.user,
                name=sent["name"],
                scopes=sent["scopes"],
                days=days,
                now=timezone.now(),
            )
            form = TokenForm()
        except tokens.TooMany:
            form.add_error(None, gettext("You have too many tokens. Revoke one first."))
    facts = {
        "form": form,
        "text": text,
        "tokens": Token.objects.filter(user=request.user).order_by("-made_at", "-pk"),
        "now": timezone.now(),
    }
    return render(request, "accounts/tokens.html", facts, status=422 if form.is_bound else 200)


@require_POST
@login_required
def end(request: SignedIn) -> HttpResponse:
    """End a token, or with `all` every one."""
    number = request.POST.get("token", "")
    if "all" in request.POST:
        tokens.end_all(request.user.pk)
        messages.success(request, gettext("All tokens have been revoked."))
    elif number.isascii() and number.isdigit() and len(number) < 19:
        tokens.end(user=request.user, token_id=int(number))
        messages.success(request, gettext("The token has been revoked."))
    return HttpResponseRedirect(reverse("account_tokens"))
