"""Pages of accounts and guests. Log-in and sign-up are allauth's views, opened to guests."""

from typing import Any, cast

from allauth.account import views as account_views
from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import views as totp_views
from allauth.mfa.webauthn import views as webauthn_views
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME, login, logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from accounts import admission, limits, names, selectors, services
from accounts.adapter import is_ours, name_is_taken
from accounts.forms import CloseForm, NameForm, ThemeForm, row_id
from accounts.models import Role, Theme, User
from accounts.services import devices
from accounts.sessions import SignedIn
from accounts.too_many import too_many

_BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def next_url(request: HttpRequest) -> str:
    """Return the path to which a request leads next; "/" if that is not on this site."""
    url = request.POST.get(REDIRECT_FIELD_NAME) or request.GET.get(REDIRECT_FIELD_NAME) or ""
    return url if is_ours(url) else "/"


@never_cache
def guest(request: HttpRequest) -> HttpResponse:
    """Log a stranger in as a new guest; others stay who they are."""
    if request.method != "POST":
        response = render(request, "accounts/guest.html", {"next": next_url(request)}, status=405)
        response["Allow"] = "POST"
        return response
    if not enter_as_guest(request):
        return too_many(request)
    if request.POST.get("name") and getattr(request.user, "is_guest", False):
        return name(cast(SignedIn, request))
    return HttpResponseRedirect(next_url(request))


def enter_as_guest(request: HttpRequest) -> bool:
    """Log a stranger in as a new guest; others stay who they are. False if too many guests came
    from the address. Raises NoGuests."""
    if not request.user.is_authenticated:
        if not admission.guests_may():
            raise admission.NoGuests
        if not limits.allow("guests", limits.address(request)):
            return False
        login(request, services.new_guest(), _BACKEND)
    return True


class _GuestsMayEnter:
    """Opens log-in and sign-up to strangers and guests; accounts are redirected."""

    request: HttpRequest

    @method_decorator(never_cache)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return HttpResponseRedirect(next_url(request))
        view: Any = super()
        found: HttpResponseBase = view.dispatch(request, *args, **kwargs)
        return found

    def leave_guest(self) -> None:
        """Log a guest out, whom a second step would take for logged in."""
        if self.request.user.is_authenticated:
            logout(self.request)


class Login(_GuestsMayEnter, account_views.LoginView):
    """The log-in page."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Log the user in."""
        self.leave_guest()
        found: HttpResponse = super().form_valid(form)
        return found


class PasskeyLogin(_GuestsMayEnter, webauthn_views.LoginWebAuthnView):
    """The log-in with a passkey."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Log the user in."""
        self.leave_guest()
        found: HttpResponse = super().form_valid(form)
        return found


class _RecordsSecondStep:
    """Records a second step as passed when it is set up: the desk does not ask again at once."""

    request: HttpRequest

    def form_valid(self, form: Any) -> HttpResponse:
        """Set up the second step, and record it as passed."""
        view: Any = super()
        found: HttpResponse = view.form_valid(form)
        record_authentication(self.request, cast(User, self.request.user), method="mfa")
        return found


class TurnOnApp(_RecordsSecondStep, totp_views.ActivateTOTPView):
    """The page that turns on an authenticator app."""


class AddPasskey(_RecordsSecondStep, webauthn_views.AddWebAuthnView):
    """The page that adds a passkey."""


class Signup(_GuestsMayEnter, account_views.SignupView):
    """The sign-up page."""

    template_name_signup_closed = "accounts/signup_closed.html"

    def closed(self) -> HttpResponse:
        """Answer that sign-up is closed, or by invitation alone."""
        context = {"by_invitation": admission.by_invitation(), "guests_may": admission.guests_may()}
        return render(self.request, self.template_name_signup_closed, context, status=403)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return the context, with the invitation that the form passes on."""
        invitation = admission.invitation_of(self.request)
        return {**super().get_context_data(**kwargs), "invitation": invitation}

    def get_initial(self) -> dict[str, Any]:
        """Return a guest's chosen name as the initial value."""
        user, initial = self.request.user, super().get_initial()
        if user.is_authenticated and user.username.startswith(names.CHOSEN):
            initial["username"] = user.username.removeprefix(names.CHOSEN)
        return dict(initial)

    def form_valid(self, form: Any) -> HttpResponse:
        """Create the account and log it in; of two with the last use of an invitation one
        succeeds."""
        was_guest = self.request.user.is_authenticated
        try:
            with transaction.atomic():
                admission.use_invitation(self.request, timezone.now())
                response: HttpResponse = super().form_valid(form)
        except admission.NoAccounts:
            return self.closed()
        # two simultaneous posts, for one name or from one guest
        except (IntegrityError, User.DoesNotExist):
            form.add_error("username", name_is_taken(form.cleaned_data["username"]))
            refused: HttpResponse = self.form_invalid(form)
            return refused
        if not form.cleaned_data["remember"]:
            self.request.session.set_expiry(0)
        if was_guest:
            name = form.cleaned_data["username"]
            words = gettext("Welcome, %(name)s. Your games are now in your account.") % {
                "name": name
            }
            messages.success(self.request, words)
        _greet_first_account(self.request)
        return response


def _greet_first_account(request: HttpRequest) -> None:
    """Tell the first account of a site without a host how to become its host."""
    accounts = User.objects.filter(is_guest=False, closed_at=None)
    if accounts[:2].count() == 1 and not User.objects.exclude(role=Role.NONE).exists():
        name = accounts[0].username
        messages.info(
            request,
            gettext(
                "This is the first account here. Is this your site? Run"
                " “python manage.py makehost %(name)s” on its machine to become its host."
            )
            % {"name": name},
        )


@never_cache
@login_required
def settings(request: SignedIn) -> HttpResponse:
    """Show the settings."""
    return _settings_page(request, ThemeForm(instance=request.user))


def _settings_page(request: SignedIn, form: ThemeForm, status: int = 200) -> HttpResponse:
    kinds = list(Authenticator.objects.filter(user=request.user).values_list("type", flat=True))
    address = EmailAddress.objects.filter(user=request.user).order_by("-verified", "-pk").first()
    context = {
        "form": form,
        "themes": Theme,
        "may_rename": selectors.may_rename(request.user, timezone.now()),
        "next_rename": selectors.next_rename(request.user),
        "address": address,
        "passkeys": kinds.count(Authenticator.Type.WEBAUTHN),
        "has_totp": Authenticator.Type.TOTP in kinds,
        "has_codes": Authenticator.Type.RECOVERY_CODES in kinds,
        "devices": [] if request.user.is_guest else selectors.devices(request),
    }
    return render(request, "accounts/settings.html", context, status=status)


@never_cache
@login_required
def name(request: SignedIn) -> HttpResponse:
    """Show and handle the form for another name."""
    form = NameForm(request.POST if request.method == "POST" else None, user=request.user)
    asked = request.POST.get(REDIRECT_FIELD_NAME) or request.GET.get(REDIRECT_FIELD_NAME)
    back = next_url(request) if asked else ""
    if request.method == "POST" and not limits.allow("names", request.user.pk):
        return too_many(request)
    if form.is_bound and form.is_valid():
        try:
            user = services.rename(
                user=request.user, name=form.cleaned_data["name"], now=timezone.now()
            )
        except services.TooSoon:
            form.add_error("name", gettext("You changed your name less than a month ago."))
        except IntegrityError:
            form.add_error("name", name_is_taken(form.cleaned_data["name"]))
        else:
            messages.success(request, gettext("You are now called %(name)s.") % {"name": user.name})
            return redirect(back or "account_settings")
    context = {
        "form": form,
        "next": back,
        "may": selectors.may_rename(request.user, timezone.now()),
        "again": selectors.next_rename(request.user),
    }
    return render(request, "accounts/name.html", context, status=422 if form.is_bound else 200)


@require_POST
@login_required
def theme(request: SignedIn) -> HttpResponse:
    """Save the colours."""
    form = ThemeForm(request.POST, instance=request.user)
    if not form.is_valid():
        return _settings_page(request, form, status=422)
    services.choose_theme(user=request.user, theme=form.cleaned_data["theme"])
    return redirect("account_settings")


@require_POST
@login_required
def presence(request: SignedIn) -> HttpResponse:
    """Save whether others see that one is here."""
    services.show_presence(user=request.user, shown=request.POST.get("shown") == "on")
    asked = REDIRECT_FIELD_NAME in request.POST
    back = next_url(request) if asked else f"{reverse('account_settings')}#presence"
    return HttpResponseRedirect(back)


@require_POST
@login_required
def dumps(request: SignedIn) -> HttpResponse:
    """Save whether dumps of games name one."""
    named = request.POST.get("named") == "on"
    services.name_in_dumps(user=request.user, named=named, now=timezone.now())
    return HttpResponseRedirect(f"{reverse('account_settings')}#presence")


@require_POST
@login_required
def end_device(request: SignedIn) -> HttpResponse:
    """Sign out another device of one's own."""
    device = row_id(request.POST.get("device", ""))
    devices.end_one(user=request.user, device_id=device, now=timezone.now())
    return HttpResponseRedirect(f"{reverse('account_settings')}#devices")


@require_POST
@login_required
def end_others(request: SignedIn) -> HttpResponse:
    """Sign out everywhere but here."""
    devices.end_others(request, now=timezone.now())
    messages.success(request, gettext("You are signed out everywhere else."))
    return HttpResponseRedirect(f"{reverse('account_settings')}#devices")


@never_cache
@sensitive_post_parameters("password")
@login_required
def close(request: SignedIn) -> HttpResponse:
    """Show and handle the form that closes the account."""
    form = CloseForm(request.POST if request.method == "POST" else None, user=request.user)
    if request.method != "POST" or not form.is_valid():
        return render(
            request, "accounts/close.html", {"form": form}, status=422 if form.is_bound else 200
        )
    services.close(user=request.user, now=timezone.now())
    logout(request)
    messages.success(request, gettext("Your account is closed."))
    return redirect("/")
