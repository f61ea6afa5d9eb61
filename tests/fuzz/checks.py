"""Rules that every answer has to keep."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from tests.fuzz.values import HEADER, MARKUP
from tests.kit.wire import ALWAYS, Answer, Request

PAGED = (400, 403, 404, 405, 409, 413, 422, 429)
# a page, the board with its refusal, a line on an imported game
OURS = ('class="site-head"', '<section id="board"', "<li><bdi>")
# what programs and other sites ask for: without cookies, by tokens
FOR_ALL = re.compile(rb"/(api/1/|embed/|oembed|\.well-known/)")
AWAY = "The bots are"  # not here, or busy: a limit
LINE = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z ")


def problems(request: Request, answer: Answer, port: int) -> Iterator[str]:
    if answer.status >= 500 and not (
        answer.status == 503 and (request.target.startswith(b"/readyz") or AWAY in answer.text)
    ):
        yield f"status {answer.status}"
    if missing := [name for name in ALWAYS if not answer[name]]:
        yield f"without {', '.join(missing)}"
    if answer[HEADER] or any(MARKUP in text for _, text in answer.headers):
        yield "a header out of what was sent"
    if "html" in answer["content-type"] and MARKUP in answer.text:
        yield "markup out of what was sent"
    if (
        answer.body
        and answer["content-type"].startswith("text/")
        and "charset=" not in answer["content-type"]
    ):
        yield "a text without its encoding"
    if answer["access-control-allow-origin"] and not FOR_ALL.match(request.target):
        yield "an answer for other sites"
    for_a_person = request.method != "HEAD" and answer["content-type"].startswith("text/html")
    if answer.status in PAGED and for_a_person and not any(part in answer.text for part in OURS):
        yield f"a bare {answer.status}"
    if answer.status == 405 and not answer["allow"]:
        yield "405 without Allow"
    if answer["location"] and not _stays(answer["location"], port):
        yield f"sent on to {answer['location'][:80]!r}"
    yield from _cookies(answer)


def _stays(location: str, port: int) -> bool:
    there = urlsplit(location)
    return (
        there.netloc == f"127.0.0.1:{port}" or not (there.netloc or there.scheme)
    ) and not location.startswith(("//", "/\\"))


def _cookies(answer: Answer) -> Iterator[str]:
    for name, text in answer.headers:
        if (
            name == "set-cookie"
            and "Max-Age=0" not in text
            and (
                "SameSite=Lax" not in text
                or ("HttpOnly" not in text and not text.startswith("csrftoken="))
            )
        ):
            yield f"a cookie that scripts or other sites get: {text[:60]}"


def problems_of_log(text: str, secrets: list[str]) -> Iterator[str]:
    if errors := re.findall(r"^\S+ \S+ (?:ERROR|CRITICAL) .*$", text, re.MULTILINE):
        yield f"{len(errors)} errors in the log, the first: {errors[0][:300]}"
    if traces := re.findall(
        r"^Traceback .*?^(?=\d{4}-)", text + "\n0000-", re.MULTILINE | re.DOTALL
    ):
        yield f"{len(traces)} tracebacks in the log, the first ends:\n{traces[0][-1500:]}"
    if found := [secret for secret in secrets if secret in text]:
        yield f"secrets in the log: {len(found)}, such as {found[0][:12]}"
    if forged := [line for line in text.splitlines() if "fz-log" in line and not LINE.match(line)]:
        yield f"a line that somebody has forged: {forged[0][:80]!r}"
