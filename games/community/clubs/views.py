"""The pages of clubs. They work without JavaScript."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from accounts.models import User
from accounts.sessions import SignedIn
from accounts.too_many import too_many
from games.community.clubs import ladders as steps
from games.community.clubs import lobby, notices, panels, selectors, services, talk
from games.community.clubs.errors import ClubError
from games.community.clubs.models import (
    LONGEST_ASKED,
    LONGEST_NAME,
    LONGEST_WORDS,
    Asked,
    Club,
    Door,
    Role,
)
from games.community.clubs.requests import named, needs, not_known, of_club, refused, to, to_clubs
from games.community.talk import selectors as lines
from games.digits import number
from games.site.markdown import html

LEADERS = (Role.OWNER, Role.ORGANISER)
FACES = 8  # members on the page of the club
SAID = 3  # lines of its talk there
EACH = 100  # members on a page of them
LAST_PAGE = 1000
UNSURE = ("owner", "remove")
"""Acts of a leader that need confirmation."""


@require_safe
@never_cache
def clubs(request: HttpRequest) -> HttpResponse:
    """Show the reader's clubs, and the public ones: `?page=`."""
    page = _page(request)
    found, more = selectors.listed(page)
    facts = {
        "mine": list(selectors.of_user(request.user.pk)) if page == 1 else [],
        "clubs": found,
        "newer": page - 1,
        "older": page + 1 if more else 0,
        "may_found": request.user.is_authenticated and not services.may_found(request.user),
    }
    return render(request, "clubs/clubs.html", facts)


def _page(request: HttpRequest) -> int:
    """Return the number of the requested page; 1 unless it is valid."""
    return max(1, min(number(request.GET.get("page", ""), 4, 1), LAST_PAGE))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: SignedIn) -> HttpResponse:
    """Show the form for a new club, or found it."""
    sent, alert, status = request.POST, "", 200
    if request.method == "POST":
        if not limits.allow("clubs_founded", request.user.pk):
            return too_many(request)
        try:
            club = services.found(
                by=request.user,
                name=sent.get("name", ""),
                words=sent.get("words", ""),
                door=sent.get("door", ""),
                private=sent.get("private") == "on",
                key=sent.get("key", "")[:64],
                now=timezone.now(),
            )
        except ClubError as error:
            alert, status = str(error.sentence), error.status
        else:
            return to("club", club)
    elif why_not := services.may_found(request.user):
        return render(request, "clubs/refused.html", {"sentence": why_not}, status=403)
    facts = _fields(
        sent.get("name", ""),
        sent.get("words", ""),
        sent.get("door", Door.REQUEST),
        sent.get("private") == "on",
    )
    facts |= {"alert": alert, "key": secrets.token_hex(16)}
    return render(request, "clubs/new.html", facts, status=status)


def _fields(name: str, text: str, door: str, private: bool) -> dict[str, Any]:
    """Return the values of the fields on a club."""
    notes = {
        Door.OPEN: _("One click, and they are in."),
        Door.REQUEST: _("They ask, and you or an organiser lets them in."),
        Door.LINK: _("Only people who have the club’s link."),
    }
    return {
        "name": name[: 2 * LONGEST_NAME],
        "words": text[: 2 * LONGEST_WORDS],
        "private": private,
        "doors": [(each.value, each.label, notes[each], each == door) for each in Door],
        "longest_name": LONGEST_NAME,
        "longest_words": LONGEST_WORDS,
    }


@require_safe
@of_club
def club(request: HttpRequest, club: Club) -> HttpResponse:
    """Show a club: what it is, its tables, and what other apps show of it."""
    role = selectors.role(club, request.user)
    notices.read(club, request.user.pk, timezone.now(), says="accepted")
    mine = request.user.pk is not None and role is None
    members = selectors.members(club)
    count = members.count()
    facts = _about(club, role) | {
        "text": "" if club.hidden else html(club.words),
        "lobby": lobby.of(club, request.user, member=role is not None),
        "count": count,
        "members": members[:FACES],
        "ladder": next(iter(steps.of(club, timezone.now())), None),
        "said": _last_said(club, request.user) if role is not None else [],
        "link": _link(club) if role in LEADERS and count == 1 else "",
        "panels": panels.of(request, club),
        "asks": mine and Asked.objects.filter(club=club, user=request.user.pk).exists(),
        "longest_asked": LONGEST_ASKED,
        "waits": selectors.asked(club).count() if role in LEADERS else 0,
    }
    return render(request, "clubs/club.html", facts)


def _last_said(club: Club, user: object) -> list[Any]:
    """Return the last lines of a club's talk that a member may read."""
    assert isinstance(user, User)
    said = lines.heard(talk.venue(club), user, timezone.now()).lines
    return [line for line in said if not line.gone][-SAID:]


def _link(club: Club) -> str:
    return f"{site.BASE_URL}{reverse('club_link', args=[club.link])}"


def _about(club: Club, role: Role | None) -> dict[str, Any]:
    """Return the facts on every page of a club."""
    return {"club": club, "role": role, "leads": role in LEADERS, "owns": role == Role.OWNER}


@require_safe
@of_club
def ladders(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the ladders of a club."""
    found = steps.of(club, timezone.now())
    facts = _about(club, selectors.role(club, request.user)) | {"ladders": found}
    return render(request, "clubs/ladders.html", facts)


@require_http_methods(["GET", "HEAD", "POST"])
@of_club
def members(request: SignedIn, club: Club) -> HttpResponse:
    """Show the members of a club; its leaders let people in, remove them, and give roles. A member
    says whether the own profile names the club."""
    role = selectors.role(club, request.user)
    if request.method == "POST":
        return _change(request, club)
    notices.read(club, request.user.pk, timezone.now(), says="asked")
    page, found = _page(request), selectors.members(club)
    start, count = EACH * (page - 1), found.count()
    facts = _about(club, role) | {
        "members": list(found[start : start + EACH]),
        "count": count,
        "newer": page - 1,
        "older": page + 1 if count > start + EACH else 0,
        "asked": list(selectors.asked(club)) if role in LEADERS else [],
        "mine": selectors.of_user(request.user.pk).filter(club=club).first(),
    }
    return render(request, "clubs/members.html", facts)


def _ask_again(request: SignedIn, club: Club, user: User, act: str) -> HttpResponse:
    """Ask for confirmation of an irreversible act."""
    questions = {
        "owner": _("Hand %(club)s over to %(name)s? You stay as an organiser."),
        "remove": _("Remove %(name)s from %(club)s? The link of the club is renewed."),
    }
    question = questions[act] % {"club": club.title, "name": user.name}
    facts = {"club": club, "person": user, "act": act, "question": question}
    return render(request, "clubs/sure.html", facts, status=422)


def _change(request: SignedIn, club: Club) -> HttpResponse:
    if request.POST.get("act") == "profile":
        needs(request, club, *Role)
        shown = request.POST.get("shown") == "on"
        services.show_on_profile(club=club, user=request.user, shown=shown)
        messages.success(request, _("Saved."))
        return to("club_members", club)
    needs(request, club, *LEADERS)
    user, there = named(request), to("club_members", club)
    act = request.POST.get("act", "")
    if act in UNSURE and request.POST.get("sure") != "on":
        return _ask_again(request, club, user, act)
    facts: dict[str, Any] = {"club": club, "by": request.user, "user": user, "now": timezone.now()}
    try:
        match act:
            case "accept":
                services.accept(**facts)
            case "decline":
                services.decline(**facts)
            case "remove":
                services.remove(**facts)
            case "organiser" | "member" as role:
                services.promote(**facts, role=role)
            case "owner":
                services.hand_over(**facts)
            case _:
                raise not_known()
    except ClubError as error:
        return refused(request, error, there)
    return there


@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
@of_club
def settings(request: SignedIn, club: Club) -> HttpResponse:
    """Show and change a club's name, door and link; close it."""
    role = needs(request, club, *LEADERS)
    alert, status = "", 200
    if request.method == "POST":
        try:
            return _set(request, club)
        except ClubError as error:
            alert, status = str(error.sentence), error.status
    sent = request.POST if request.POST.get("act") == "describe" else {}
    facts = _about(club, role) | {"alert": alert}
    facts |= _fields(
        sent.get("name", club.name), sent.get("words", club.words), club.door, club.private
    )
    facts["link"] = _link(club)
    return render(request, "clubs/settings.html", facts, status=status)


def _set(request: SignedIn, club: Club) -> HttpResponse:
    """Carry out a form of the settings. Raises ClubError."""
    facts: dict[str, Any] = {"club": club, "by": request.user, "now": timezone.now()}
    sent = request.POST
    match sent.get("act", ""):
        case "describe":
            services.describe(**facts, name=sent.get("name", ""), words=sent.get("words", ""))
            messages.success(request, _("Saved."))
            return to("club", club)
        case "door":
            private = sent.get("private") == "on"
            club = services.choose_door(**facts, door=sent.get("door", ""), private=private)
            messages.success(request, _("Saved."))
        case "link":
            services.renew_link(**facts)
            messages.success(request, _("The club has a new link. The old one no longer works."))
        case "close":
            if sent.get("sure") != "on":
                raise ClubError(_("Closing cannot be undone. Tick the box if you are sure."))
            services.close(**facts)
            messages.success(request, _("The club is closed. Running games go on."))
            return to_clubs()
        case _:
            raise not_known()
    return to("club_settings", club)
