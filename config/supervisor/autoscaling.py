"""Processes for bots that start when a bot is asked and end when none is asked for half a minute:
Celery's autoscaling, made to see tasks that wait for their moment.

A bot takes a moment before it moves, and its task waits for that in the worker. Celery's own
autoscaler counts a task when its moment has come, and looks once in half a minute.
"""

from __future__ import annotations

from typing import Any

from celery.signals import task_received
from celery.worker import autoscale, state


class Autoscaler(autoscale.Autoscaler):  # type: ignore[misc]
    """Wants a process for each task that is here, whether it runs or waits."""

    @property
    def qty(self) -> int:
        """Return how many tasks are here."""
        return len(set(state.reserved_requests) | set(state.scheduled_requests))


@task_received.connect
def make_room(sender: Any, request: Any, **_: Any) -> None:
    """Start a process, if one is missing, as soon as a task has come."""
    scaler = sender.controller.autoscaler
    if scaler:
        sender.hub.call_soon(scaler.maybe_scale, request)  # by then the task is counted
