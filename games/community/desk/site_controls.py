"""A host's actions on the site: announcements, switches, invitations, own words."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.community.desk import switch_forms
from games.community.desk.access import host_only
from games.community.desk.front import page
from games.digits import number
from games.site import announcements, host_words, invitations, services, switches
from games.site.models import Name, Topic


@host_only
@require_POST
def announce(request: HttpRequest) -> HttpResponse:
    """Publish an announcement; refused input is shown again."""
    text, until, language = (request.POST.get(name, "") for name in ("text", "until", "language"))
    hours = {str(hours): hours for hours, _words in switch_forms.untils()}
    known = dict(switch_forms.languages())
    texts = {code: said for code in known if (said := request.POST.get(f"text_{code}", "").strip())}
    longest = announcements.LONGEST
    if until not in hours or (language and language not in known):
        return _refused(request, _("Choose one of the options."))
    if not text.split() or max(map(len, (" ".join(text.split()), *texts.values()))) > longest:
        return _refused(
            request, _("Write a sentence of at most %(count)s characters.") % {"count": longest}
        )
    now = timezone.now()
    services.put_up(
        by=_host(request),
        text=text,
        until=now + timedelta(hours=hours[until]),
        language=language,
        texts=texts,
        now=now,
    )
    messages.success(request, _("Published on all pages."))
    return redirect("desk")


def _refused(request: HttpRequest, why: str) -> HttpResponse:
    return page(request, 422, typed=request.POST, refused=why)


def _host(request: HttpRequest) -> Any:
    return request.user


@host_only
@require_POST
def take_down(request: HttpRequest, number: int) -> HttpResponse:
    """Withdraw an announcement."""
    services.take_down(by=_host(request), announcement_id=number, now=timezone.now())
    return redirect("desk")


@host_only
@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Turn a switch. Closing the site asks for confirmation."""
    name, value = request.POST.get("name", ""), request.POST.get("value", "")
    if value not in switches.VALUES.get(name, ()):
        return _refused(request, _("Choose one of the options."))
    if (name, value) == (Name.MAINTENANCE, switches.ON) and not request.POST.get("sure"):
        return redirect("desk_repairs")
    services.turn(by=_host(request), name=name, value=value, now=timezone.now())
    return redirect("desk")


@never_cache
@host_only
@require_safe
def repairs(request: HttpRequest) -> HttpResponse:
    """Ask for confirmation before closing the site for repairs."""
    return render(request, "desk/repairs.html", {"closed": switches.is_on(Name.MAINTENANCE)})


@never_cache
@host_only
@require_POST
def invite(request: HttpRequest) -> HttpResponse:
    """Create and show an invitation link for sign-up."""
    uses = _from_one(request.POST.get("uses", "1"), invitations.MOST_USES)
    days = _from_one(request.POST.get("days", str(invitations.DAYS)), invitations.MOST_DAYS)
    if not uses or not days:
        most = invitations.MOST_DAYS if uses else invitations.MOST_USES
        return _refused(request, _("Choose a number from 1 to %(count)s.") % {"count": most})
    made = services.invite(by=_host(request), uses=uses, days=days, now=timezone.now())
    return page(request, link=invitations.link(made), made=made)


@never_cache
@host_only
@require_http_methods(["GET", "HEAD", "POST"])
def own_words(request: HttpRequest) -> HttpResponse:
    """Show and keep what the host says about the site, a topic at a time."""
    typed, refused, topic = host_words.of(), "", request.POST.get("topic", "")
    if request.method == "POST":
        if topic not in typed:
            refused = _("Choose one of the options.")
        elif len(request.POST.get("text", "")) > host_words.LONGEST:
            typed[topic] = request.POST["text"]
            refused = _("A text can have at most %(count)s characters.") % {
                "count": host_words.LONGEST
            }
        else:
            text, now = request.POST.get("text", ""), timezone.now()
            services.write_words(by=_host(request), topic=topic, text=text, now=now)
            messages.success(request, _("Saved."))
            return redirect("desk_words")
    facts = {
        "topics": [(name, Topic(name).label, text) for name, text in typed.items()],
        "refused": refused,
        "refused_at": topic,
    }
    return render(request, "desk/words.html", facts, status=422 if refused else 200)


def _from_one(said: str, most: int) -> int:
    """Return a number from 1 to the maximum; 0 for anything else."""
    found = number(said, len(str(most)), 0)
    return found if found <= most else 0
