"""The report of a run, as Markdown for docs/building/proof.md."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections import Counter
from importlib.metadata import version
from pathlib import Path

from tests.chaos.faults import KILLS, TROUBLES
from tests.chaos.run import Plan, Result
from tests.kit import environment


def report(plan: Plan, result: Result) -> str:
    """Return the report."""
    killed = sum(result.done[name] for name in KILLS)
    verdict = "Nothing was lost." if not result.faults else f"{len(result.faults)} faults."
    versions = ", ".join(f"{name} {which}" for name, which in _versions(result).items())
    kinds = [name for name in (*KILLS, *TROUBLES) if name in result.done]
    lines = [
        f"{killed} kills, seed {plan.seed}, {result.people} people at {plan.companies} tables at a"
        f" time, {result.seconds / 60:.0f} minutes: **{verdict}**",
        "",
        f"{_machine()}. {versions}.",
        "",
        "| what | times |",
        "| --- | ---: |",
        *[f"| {name} | {result.done[name]:,} |" for name in kinds],
        "",
        "| what people did and saw | times |",
        "| --- | ---: |",
        *[f"| {words} | {count:,} |" for words, count in _seen(result).items()],
    ]
    if result.rolling:
        lines += ["", f"Rolling restart of both web parts: {result.rolling}."]
    return "\n".join(lines)


def _seen(result: Result) -> Counter[str]:
    answers = Counter[str]()
    for name, count in result.answers.items():
        answers[name.rpartition(" ")[2]] += count
    seen = Counter(
        {
            "entries in all logs": result.tables["entries"],
            "moves sent": result.lines["sent"],
            "acknowledgements, repeated ones included": result.lines["acked"],
            "requests without an answer": result.lines["lost"],
            "boards shown": result.lines["seen"],
        }
    )
    for status in sorted(status for status in answers if status.isdigit()):
        kinds = [
            f"{name.rpartition(' ')[0]} {count}"
            for name, count in sorted(result.answers.items())
            if name.endswith(f" {status}") and status >= "400"
        ]
        of = f" ({', '.join(kinds)})" if kinds else ""
        seen[f"answers {status}{of}"] = answers[status]
    for name in sorted(name for name in result.tables if name.startswith(("ended", "running"))):
        seen[f"tables {name}"] = result.tables[name]
    seen["flags fallen"], seen["rated games counted"] = (
        result.tables["flags"],
        result.tables["rated"],
    )
    if result.delays:
        late = sorted(result.delays)
        seen["milliseconds to the other screens when all was well, p50"] = round(
            1000 * late[len(late) // 2]
        )
    return seen


def _versions(result: Result) -> dict[str, str]:
    python = {"Python": platform.python_version()}
    packages = {name: version(name) for name in ("Django", "uvicorn", "channels", "celery")}
    return python | packages | result.versions | {"Valkey": _valkey(), "nginx": _nginx()}


def _valkey() -> str:
    from config.supervisor import valkey

    command = [valkey.command(Path("/tmp"), Path("/tmp/none"))[0], "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return next((word[2:] for word in said.split() if word.startswith("v=")), "?")


def _nginx() -> str:
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    said = subprocess.run([str(program), "-v"], capture_output=True, text=True, check=False).stderr
    return said.strip().rpartition("/")[2]


def _machine() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        name = next(line.partition(": ")[2] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        name = platform.processor()
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=environment.ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    return f"{platform.system()} {platform.release()}, {os.cpu_count()} × {name}; commit {commit}"
