"""Playing all requests of a seed against a running site."""

from __future__ import annotations

import shlex
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random

import psutil

from config import limits
from config.urls import websocket_urlpatterns
from tests.fuzz import checks, sockets
from tests.fuzz.cast import Cast, gather
from tests.fuzz.requests import Case, case
from tests.fuzz.routes import addresses
from tests.kit.web import Web
from tests.kit.wire import Answer, Request, send

GENERATION = 400  # requests until people come anew, as some of them close their accounts
SLOW = 1.0  # seconds; what takes longer is told by long runs
SOCKETS = 8  # one in so many is a handshake


def wide(url: str) -> dict[str, str]:
    """Return settings of a site to be fuzzed, on the database of that address or SQLite: nothing is
    refused for being too much."""
    return {"DATABASE_URL": url} | {f"LIMIT_{name.upper()}": "1000000" for name in limits.COUNTS}


@dataclass
class Findings:
    seed: int
    problems: list[str] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    times: list[tuple[float, str]] = field(default_factory=list)  # seconds, and the address
    secrets: list[str] = field(default_factory=list)

    def found(self, problem: str, number: int, who: str, request: Request, port: int) -> None:
        self.problems.append(
            f"seed {self.seed}, request {number}, {who}: {problem}\n   "
            f" {as_curl(request, port)[:2000]}"
        )


def fuzz(web: Web, seed: int, count: int) -> Findings:
    findings, server = Findings(seed), psutil.Process(web.pid)
    pages, screens = sorted(set(addresses())), sorted(set(addresses(websocket_urlpatterns)))
    for first in range(0, count, GENERATION):
        cast = gather(web.port, first // GENERATION)
        findings.secrets += cast.secrets
        for number in range(first, min(first + GENERATION, count)):
            dice = Random(f"{seed}:{number}")
            if number % SOCKETS:
                _asks(findings, number, dice, cast, pages, server)
            else:
                _listens(findings, number, dice, cast, screens)
    said = web.log.read_text()
    findings.problems += [
        f"seed {seed}: {problem}" for problem in checks.problems_of_log(said, findings.secrets)
    ]
    return findings


def _asks(
    findings: Findings,
    number: int,
    dice: Random,
    cast: Cast,
    pages: list[str],
    server: psutil.Process,
) -> None:
    asked = case(dice, cast, pages)
    try:
        answer, seconds = _timed(asked, cast, server)
    except OSError as error:
        findings.found(f"no answer ({error})", number, asked.who, asked.request, cast.port)
        return
    findings.statuses[answer.status] += 1
    findings.times.append((seconds, f"{asked.request.method} {asked.request.target[:80]!r}"))
    for problem in checks.problems(asked.request, answer, cast.port):
        findings.found(problem, number, asked.who, asked.request, cast.port)


def _timed(asked: Case, cast: Cast, server: psutil.Process) -> tuple[Answer, float]:
    """Return the answer and what it took: seconds, or the server's own if the machine was busy with
    something else."""
    began, before = time.monotonic(), server.cpu_times()
    answer = send(cast.port, asked.request, cast.people[asked.who].address)
    passed, after = time.monotonic() - began, server.cpu_times()
    return answer, min(passed, after.user + after.system - before.user - before.system)


def _listens(findings: Findings, number: int, dice: Random, cast: Cast, screens: list[str]) -> None:
    asked = sockets.handshake(dice, cast, screens)
    try:
        status, came = sockets.shake(asked, cast.port, cast.people[asked.who].address)
    except OSError as error:
        findings.found(f"no end of a socket ({error})", number, asked.who, asked.request, cast.port)
        return
    findings.statuses[status] += 1
    if status >= 500 or status == 0:
        findings.found(
            f"handshake answered by {came[:60]!r}", number, asked.who, asked.request, cast.port
        )


def as_curl(request: Request, port: int) -> str:
    """Return a line for a shell that sends the same."""
    words = ["curl", "-i", "--path-as-is", "-X", request.method]
    for name, text in request.headers:
        words += ["-H", _quoted(name + b": " + text)]
    if request.body:
        words += ["--data-binary", _quoted(request.body)]
    return " ".join([*words, _quoted(b"http://127.0.0.1:%d%s" % (port, request.target))])


def _quoted(data: bytes) -> str:
    if data.isascii() and data.decode("ascii").isprintable():
        return shlex.quote(data.decode("ascii"))
    return (
        "$'"
        + "".join(
            chr(byte) if 32 <= byte < 127 and byte not in b"'\\" else f"\\x{byte:02x}"
            for byte in data
        )
        + "'"
    )
