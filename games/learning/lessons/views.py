"""The steps of lessons."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST

from accounts.metering import metered
from games import digits, registry
from games.learning.lessons import panel, stages
from games.learning.lessons.stages import Stage
from games.lobby import selectors
from games.tables.http import dismissed_intros, new_table
from games.tables.selectors import has_played


@require_http_methods(["GET", "HEAD", "POST"])
@metered
@ensure_csrf_cookie
def step(request: HttpRequest, game: str, number: int = 1) -> HttpResponse:
    """Show a step of a lesson, or answer a code: the right one leads on, another legal one is
    allowed but does not, and the rest is refused with the reason (422)."""
    asked = request.POST if request.method == "POST" else request.GET
    stage = _stage(game, number, asked.get("at", "0"))
    if request.method != "POST":
        return _show(request, stage)
    code, reason = _sent(request, stage)
    kind = stages.judged(stage, code)
    if kind == "right":
        address = reverse("lesson_step", args=[game, number])
        return HttpResponseRedirect(f"{address}?at={stage.at + 1}", status=303)
    return _show(request, stage, code, kind, reason)


def _stage(game: str, number: int, at: str) -> Stage:
    """Return the requested stage. Raises Http404."""
    if stages.lesson(game) is None:
        raise Http404
    found = stages.stage(game, number, digits.number(at, 2, 0))
    if found is None:
        raise Http404
    return found


def _sent(request: HttpRequest, stage: Stage) -> tuple[str, str]:
    """Return the posted code, or the one that the posted cards mean, and the game's reason why they
    cannot be played, if any."""
    if "code" in request.POST:
        return request.POST["code"], ""
    if "codes" in request.POST:  # of several codes of a button, the first
        return request.POST["codes"].split(",")[0], ""
    compose = registry.screen(stage.practice.game).compose
    if compose is None or not stage.codes:
        return "", ""
    view = stage.engine.view(stage.practice.position.state, stage.practice.seat)
    return compose(view, request.POST.getlist("card"))


def _show(
    request: HttpRequest, stage: Stage, code: str = "", kind: str = "", reason: str = ""
) -> HttpResponse:
    slug, task = stage.practice.game, stage.task
    known = task is not None and (code in task.refused or code in stage.codes)
    tried = code if known else ""  # unknown input is not shown
    lesson = stages.lesson(slug)
    assert lesson is not None
    facts = {
        "game": selectors.games()[slug],
        "lesson": lesson,
        "step": lesson.steps[stage.number - 1],
        "number": stage.number,
        "board": panel.board(slug, stage.number, stage.at, tried, kind, reason),
        "script": registry.screen(slug).script,
    }
    status = 422 if kind == "refused" else 200
    return render(request, "lessons/step.html", facts, status=status)


@require_POST
@ensure_csrf_cookie
def first_click(request: HttpRequest) -> HttpResponse:
    """Open a table against bots as `play_now` does, but offer the lesson to somebody who has not
    played the `game` yet, once: `way=lesson` leads to it, `way=play` to the table, and both are
    kept on the device."""
    game, way = request.POST.get("game", ""), request.POST.get("way", "")
    lesson = stages.lesson(game)
    if lesson is None or _knows(request, game):
        return new_table.play_now(request)
    if way not in ("lesson", "play"):
        facts = {"game": selectors.games()[game], "lesson": lesson, "bot": _level(request)}
        return render(request, "lessons/first.html", facts)
    answer = new_table.play_now(request) if way == "play" else _to(game)
    dismissed_intros.put_away(request, answer, game)
    return answer


def _knows(request: HttpRequest, game: str) -> bool:
    """Tell whether the reader has met the game: on this device, or in a game that has ended."""
    if game in dismissed_intros.games(request):
        return True
    return request.user.pk is not None and has_played(request.user.pk, game)


def _level(request: HttpRequest) -> str:
    """Return the level that was chosen, as it was sent. The template escapes it."""
    return request.POST.get("bot", "")[:20]


def _to(game: str) -> HttpResponse:
    return HttpResponseRedirect(reverse("lesson", args=[game]), status=303)
