"""Messages to workers."""

from __future__ import annotations

from threading import Event, current_thread

from accounts import task_messages
from tests.kit.types import Patch


def test_what_is_asked_apart_is_asked_in_another_thread(monkeypatch: Patch) -> None:
    told, asked = Event(), []

    def ask(*words: object) -> None:
        asked.append((current_thread(), words))
        told.set()

    monkeypatch.setattr(task_messages, "send", ask)
    monkeypatch.setattr(task_messages, "DELAY", 0.0)
    task_messages.send_later("a task", 1)
    assert told.wait(60) and asked[0][1] == ("a task", 1)
    assert asked[0][0] is not current_thread()
