"""Pages and forms: the next table, news, preferences, and unsubscribing."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits, mail_connection
from accounts.models import User
from accounts.too_many import too_many
from games.digits import number
from games.notices import ledger, mail, mail_links, news_items, page, selectors, services
from games.notices.forms import PlayForm, WishesForm
from games.notices.grid import Grid, Topic, When
from games.notices.models import Kind, Where


@never_cache
@require_safe
def next_table(request: HttpRequest) -> HttpResponse:
    """Redirect to the next table that waits for the reader, or to the lobby."""
    found = selectors.turns(request.user.pk).after(request.GET.get("from", ""))
    return redirect("table", found) if found else redirect("home")


@never_cache
@require_safe
def turns(request: HttpRequest) -> HttpResponse:
    """Send the link in the head, for a page without a socket."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    return render(request, "notices/head.html")


@never_cache
@require_safe
@login_required
def news(request: HttpRequest) -> HttpResponse:
    """Show the news, newest first, `?before=N` older ones; to the panel in the head the newest
    alone."""
    before = number(request.GET.get("before", ""), 18, None)
    found = news_items.page(request.user.pk or 0, before=before)
    panel = request.headers.get("Fairdeal-Panel")
    return render(request, "notices/list.html" if panel else "notices/news.html", {"page": found})


@require_POST
@login_required
def read_news(request: HttpRequest) -> HttpResponse:
    """Mark news as read: all `until` an item, or those about a `table`. A script gets the number of
    unread ones."""
    user_id, now = request.user.pk or 0, timezone.now()
    if (until := number(request.POST.get("until", ""), 18, None)) is not None:
        services.mark_read(user_id=user_id, until=until, now=now)
    elif table_id := request.POST.get("table", ""):
        services.mark_table_read(user_id=user_id, table_id=table_id, now=now)
    if request.headers.get("Fairdeal-Panel"):
        return render(request, "notices/count.html")
    return redirect("news")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def wishes(request: HttpRequest) -> HttpResponse:
    """Show and save the preferences. A script gets one word."""
    user: User = request.user  # type: ignore[assignment]
    if request.method != "POST":
        return _wishes(request, user)
    form = WishesForm(request.POST)
    if not form.is_valid():
        if form.nonsense:
            raise Http404  # no form of ours sends that
        return _wishes(request, user, form.errors, 422)
    services.ask(user=user, cells=form.cells(), about=form.about(), now=timezone.now())
    if request.headers.get("HX-Request"):
        return HttpResponse(gettext("Saved."))
    return redirect("notices")


def _wishes(
    request: HttpRequest, user: User, errors: Any = None, status: int = 200
) -> HttpResponse:
    facts = page.facts(user, timezone.now()) | {"errors": errors}
    return render(request, "notices/wishes.html", facts, status=status)


@never_cache
@require_safe
@login_required
def last(request: HttpRequest) -> HttpResponse:
    """Show the last lines of the reader's ledger."""
    lines = ledger.lines(request.user.pk or 0, timezone.now())
    return render(request, "notices/last.html", {"lines": lines})


@require_POST
@login_required
def test(request: HttpRequest) -> HttpResponse:
    """Send a test mail to the reader."""
    user: User = request.user  # type: ignore[assignment]
    if not limits.allow("mail_tests", user.pk):
        return too_many(request)
    address = services.test_mail(user=user, now=timezone.now())
    if address:
        words = gettext("A test is on its way to %(address)s.") % {"address": address}
        messages.success(request, words)
    elif not mail_connection.has_server():
        messages.warning(request, gettext("This site sends no mail."))
    return redirect("notices")


@require_POST
@login_required
def play(request: HttpRequest) -> HttpResponse:
    """Save the preferences about pages and bots."""
    user: User = request.user  # type: ignore[assignment]
    form = PlayForm(request.POST)
    form.is_valid()  # always
    services.choose(user=user, wishes=form.cleaned_data, now=timezone.now())
    return redirect("account_settings")


@require_POST
@login_required
def finish(request: HttpRequest) -> HttpResponse:
    """Save whether pages take forced last steps, for the switch at a board."""
    services.finish_turns(user_id=request.user.pk or 0, wanted=request.POST.get("on") == "on")
    return HttpResponse(status=204)


@never_cache
@csrf_exempt  # mail programs post without a page: RFC 8058
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the mails of some kinds, on POST alone: mail programs open links by themselves."""
    scope = mail_links.read(token)
    if scope is None:
        raise Http404
    turn = scope.kinds == (Kind.TURN,)
    daily = turn and request.POST.get("instead") == When.DAILY
    if request.method == "POST":
        services.stop(scope, daily=daily)
    user = User.objects.filter(pk=scope.user_id).first()
    wish = Grid.of(user.wishes).when(Topic.TURN, Where.MAIL) if user else When.OFF
    return render(
        request,
        "notices/stop.html",
        {
            "kind": scope.kinds[0].value if len(scope.kinds) == 1 else mail.SEVERAL,
            "done": request.method == "POST",
            "daily": daily,
            "at_once": turn and wish == When.NOW,
        },
    )
