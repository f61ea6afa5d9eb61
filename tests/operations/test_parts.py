"""Every queue is served, with one machine and with many, and a review takes nobody's place."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from config.management.commands.play import ALONE
from config.monitoring import checks
from config.supervisor import parts
from config.supervisor.supervisor import Part


def queues(part: Part) -> list[str]:
    words = part.command
    return words[words.index("--queues") + 1].split(",") if "--queues" in words else []


def test_each_queue_has_one_part() -> None:
    for running in (parts.all_of_one_machine(reload=True), [make() for make in ALONE.values()]):
        served = [queue for part in running for queue in queues(part)]
        assert sorted(served) == sorted(checks.QUEUES)


def test_bots_share_their_processes_with_nobody() -> None:
    """A review takes minutes of a processor, and however many are asked for, bots answer."""
    for part in (parts.bots(), parts.bots_on_demand()):
        assert queues(part) == ["bots"]


def test_whoever_waits_for_a_review_takes_no_thread_of_a_clock() -> None:
    one, many = parts.worker_with_beat().command, parts.worker().command
    threads = [int(words[words.index("--concurrency") + 1]) for words in (one, many)]
    assert threads[0] == threads[1] + 1


def test_only_what_thinks_has_processes_of_its_own() -> None:
    """Each is 40 MB, and what waits for the database or for others needs none."""
    made = [parts.worker_with_beat(), *(make() for make in ALONE.values())]
    commands = {part.name: part.command for part in made if queues(part)}
    pools = {name: words[words.index("--pool") + 1] for name, words in commands.items()}
    assert pools == {"worker": "threads", "reviews": "threads", "bots": "prefork"}
