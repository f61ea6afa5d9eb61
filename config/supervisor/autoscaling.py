"""Celery's autoscaling, extended to tasks that wait for their countdown: a process for bots starts
when a bot must move, and ends after half a minute without one.

A bot pauses before it moves, and its task waits in the worker. Celery's own autoscaler does not
count it before its time, and looks every half minute.
"""

from __future__ import annotations

from typing import Any

from celery.signals import task_received
from celery.worker import autoscale, state


class Autoscaler(autoscale.Autoscaler):  # type: ignore[misc]
    """Provides a process for each task of the worker, running or waiting."""

    @property
    def qty(self) -> int:
        """Return the number of tasks, running or waiting."""
        return len(set(state.reserved_requests) | set(state.scheduled_requests))


@task_received.connect
def make_room(sender: Any, request: Any, **_: Any) -> None:
    """Start a missing process as soon as a task arrives."""
    scaler = sender.controller.autoscaler
    if scaler:
        sender.hub.call_soon(scaler.maybe_scale, request)  # after the task is counted
