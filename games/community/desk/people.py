"""People at the desk: search, rename, sign out, offices."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import names, proofs
from accounts.models import Role, User
from games.community.desk import journal, services
from games.community.desk.access import keeper
from games.community.moderation import selectors
from games.community.moderation import services as conduct
from games.community.moderation.errors import ConductError
from games.community.moderation.models import Measure, Report, Sanction
from games.community.moderation.rights import Act, may
from games.digits import number
from games.lobby import players
from games.tables.http.request import Request
from games.tables.models import Seat

LENGTHS = {
    Measure.WARNING: None,
    Measure.MUTE: timedelta(days=1),
    Measure.SUSPENSION: timedelta(days=7),
}
NO_REASON = gettext_lazy("Say why: it goes into the journal.")


@keeper
def search(request: Request) -> HttpResponse:
    """Find accounts by the start of a name, and guests by their full one."""
    start = request.GET.get("name", "").strip()[: names.LONGEST]
    found = players.beginning(start) if len(start) >= players.SHORTEST else []
    guests = User.objects.filter(is_guest=True, username__iexact=names.CHOSEN + start)
    keepers = User.objects.filter(role__in=[Role.HOST, Role.MODERATOR]).order_by("username")
    facts = {"start": start, "found": [*found, *guests[:5]] if start else [], "keepers": keepers}
    return render(request, "desk/people.html", facts)


@keeper
def person(request: Request, username: str) -> HttpResponse:
    """Show what is known of somebody, and perform an action: `do` names it, `why` gives the
    reason."""
    user = User.objects.filter(username=username).first()
    if user is None:
        raise Http404
    alert, status = "", 200
    if request.method == "POST":
        alert, status, name = _do(request, user)
        if not alert:
            return HttpResponseRedirect(reverse("desk_person", args=[name]), status=303)
    now = timezone.now()
    facts = {
        "person": user,
        "proved": user.pk in proofs.with_proof([user.pk]),
        "games": Seat.objects.filter(user=user, ended_at__isnull=False).count(),
        "running": Seat.objects.filter(user=user, ended_at=None)
        .select_related("table")
        .order_by("-table")[:20],
        "devices": user.devices.filter(ended=None).count(),
        "sanctions": Sanction.objects.filter(user=user).select_related("by").order_by("-at")[:20],
        "about": _reports(request.user, user),
        "upheld": selectors.upheld(user.pk),
        "entries": journal.visible(request.user).filter(user=user).order_by("-pk")[:20],
        "roles": Role.choices,
        "may": [act.value for act in Act if may(request.user, act, user)],
        "now": now,
        "alert": alert,
    }
    return render(request, "desk/person.html", facts, status=status)


def _reports(by: User, about: User) -> QuerySet[Report]:
    """Return the newest reports about somebody that this keeper may see."""
    if not may(by, Act.SEE_REPORTS, about):
        return Report.objects.none()
    return Report.objects.filter(about=about).select_related("by").order_by("-at")[:20]


def _do(request: Request, user: User) -> tuple[str, int, str]:
    """Perform the form's action; return a refusal's sentence or "", the status, and the person's
    present name."""
    what: Callable[[Request, User, str], str] | None = DEEDS.get(request.POST.get("do", ""))
    why = request.POST.get("why", "").strip()[:1000]
    if what is None:
        return _("Choose something to do."), 422, user.username
    if not why:
        return str(NO_REASON), 422, user.username
    try:
        return "", 200, what(request, user, why)
    except ConductError as error:
        return str(error.sentence), error.status, user.username
    except ValidationError as error:
        return " ".join(error.messages), 422, user.username
    except IntegrityError:
        return _("That name is taken."), 422, user.username


def _rename(request: Request, user: User, why: str) -> str:
    name = names.normalized(request.POST.get("name", ""))
    names.well_formed(name)
    names.not_reserved(name)
    services.rename(by=request.user, user=user, name=name, why=why, now=timezone.now())
    messages.success(request, _("Renamed."))
    return name if not user.is_guest else names.CHOSEN + name


def _sign_out(request: Request, user: User, why: str) -> str:
    services.sign_out(by=request.user, user=user, why=why, now=timezone.now())
    messages.success(request, _("Signed out everywhere."))
    return user.username


def _sanction(request: Request, user: User, why: str) -> str:
    measure, now = request.POST.get("measure", ""), timezone.now()
    if measure not in LENGTHS:
        raise ConductError(_("Choose a sanction."))
    length = LENGTHS[Measure(measure)]
    conduct.sanction(
        by=request.user,
        user=user,
        measure=measure,
        until=None if length is None else now + length,
        words=request.POST.get("words", "").strip()[:1000],
        why=why,
        now=now,
    )
    messages.success(request, _("Done. They have been told."))
    return user.username


def _lift(request: Request, user: User, why: str) -> str:
    made = user.sanctions.filter(pk=number(request.POST.get("sanction", ""), 18, 0)).first()
    if made is None:
        raise ConductError(_("There is no such decision."))
    conduct.lift(sanction_id=made.pk, by=request.user, why=why, now=timezone.now())
    messages.success(request, _("Lifted. They have been told."))
    return user.username


def _role(request: Request, user: User, why: str) -> str:
    role = request.POST.get("role", "")
    if role not in Role.values:
        raise ConductError(_("Choose a role."))
    services.give_role(by=request.user, user=user, role=role, why=why, now=timezone.now())
    messages.success(request, _("Done."))
    return user.username


def _merge(request: Request, user: User, why: str) -> str:
    code = request.POST.get("code", "").strip()[:200]
    to, went, stayed = services.merge(
        by=request.user, guest=user, code=code, why=why, now=timezone.now()
    )
    messages.success(
        request,
        _("Games moved: %(went)s. Games left behind: %(stayed)s.")
        % {"went": went, "stayed": stayed},
    )
    return to.username


DEEDS: dict[str, Callable[[Request, User, str], str]] = {
    "merge": _merge,
    "rename": _rename,
    "sign_out": _sign_out,
    "sanction": _sanction,
    "lift": _lift,
    "role": _role,
}
