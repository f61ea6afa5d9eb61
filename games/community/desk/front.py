"""The front page of the desk: reports, parts, numbers, announcement, switches."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.community.desk import site_numbers, switch_forms
from games.community.desk.access import keeper
from games.community.moderation import selectors
from games.site import announcements, invitations, parts


@never_cache
@keeper
@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Show the state of the site, open reports and appeals, and the controls."""
    return page(request)


@never_cache
@keeper
@require_safe
def numbers(request: HttpRequest) -> HttpResponse:
    """Show the parts and numbers, which the page reloads each minute."""
    return render(request, "desk/numbers.html", _numbers())


def page(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    """Return the front page; `more` is added to its context."""
    assert isinstance(request.user, User)
    waiting = list(selectors.waiting(request.user))
    facts = _numbers()
    context = {
        **facts,
        "reports": waiting[:5],
        "waiting": len(waiting),
        "appeals": selectors.appeals(request.user).count(),
        "alone": not selectors.other_keepers(request.user),
        "state": _state(facts["parts"], len(waiting)),
        "up": announcements.current(),
        "untils": switch_forms.untils(),
        "languages": switch_forms.languages(),
        "longest": announcements.LONGEST,
        "switches": switch_forms.rows(),
        "by_invitation": switch_forms.by_invitation(),
        "days": invitations.DAYS,
        "most_days": invitations.MOST_DAYS,
        "typed": {},
        **more,
    }
    return render(request, "desk/front.html", context, status=status)


def _numbers() -> dict[str, Any]:
    found, ago = parts.found()
    shown = [(site_numbers.part_name(part.name), part) for part in found]
    return {"parts": shown, "ago": ago, "figures": site_numbers.all_of(timezone.now())}


def _state(shown: list[tuple[str, parts.Part]], waiting: int) -> str:
    """Return a sentence on the parts, and one on open reports."""
    failing = sum(part.state in ("down", "slow", "late") for _name, part in shown)
    sentences = [
        ngettext("%(count)s part has a problem.", "%(count)s parts have a problem.", failing)
        % {"count": failing}
        if failing
        else _("Everything is working.")
    ]
    if waiting:
        sentences.append(
            ngettext("%(count)s report waits.", "%(count)s reports wait.", waiting)
            % {"count": waiting}
        )
    return " ".join(sentences)
