"""The page that takes in a game from elsewhere."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie

from accounts.metering import metered
from accounts.too_many import too_many
from accounts.views import enter_as_guest
from games.tables import services
from games.tables.errors import NotPossible, TableError
from games.tables.http.opening import check_limits, timely


@ensure_csrf_cookie
@metered
def page(request: HttpRequest) -> HttpResponse:
    """Show the form, or by POST make a table of its transcript and lead there. A visitor without
    an account becomes a guest by sending it."""
    if request.method != "POST":
        return render(request, "tables/import.html", {})
    if not enter_as_guest(request):
        return too_many(request)
    text = request.POST.get("transcript", "")
    try:
        check_limits(request, bots=False)
        table = services.import_game(
            text=_sent(request) or text,
            user=request.user,  # type: ignore[arg-type]
            now=timezone.now(),
        )
    except TableError as error:
        facts = {"text": text, "alert": error.sentence}
        return timely(render(request, "tables/import.html", facts, status=error.status), error)
    return HttpResponseRedirect(reverse("table", args=[table.pk]), status=303)


def _sent(request: HttpRequest) -> str:
    """Return the text of the file of the form; "" if there is none. Raises NotPossible."""
    file = request.FILES.get("file")
    if not file:
        return ""
    if (file.size or 0) > 4 * services.LONGEST:
        raise NotPossible(_("This file is too large for one game."))
    try:
        return file.read().decode()
    except UnicodeDecodeError:
        raise NotPossible(_("This file is no text.")) from None
