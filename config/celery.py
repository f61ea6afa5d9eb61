"""The Celery application. Tasks call services; what is due stands in the database, not in
messages."""

import gc
import os
from typing import Any

from celery import Celery, beat
from celery.fixups.django import DjangoWorkerFixup
from celery.signals import beat_init, celeryd_init, task_failure, worker_init, worker_ready
from django.conf import settings
from django.db import close_old_connections
from kombu.transport.redis import Channel

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# without Redis messages cannot be returned to the queue, and a worker must survive that
Channel.do_restore = False
# the scheduler inside a worker is a thread, not a process
beat._Process = None
# Celery closes the connection after each task. Opening SQLite costs more than most tasks, and the
# last to close it checkpoints the log and waits for the disk.
DjangoWorkerFixup.close_database = lambda _, **__: close_old_connections()
app = Celery("fairdeal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(
    [
        *("games.site", "games.tables", "games.ratings", "games.notices", "games.daily"),
        *(
            "games.community.duplicate",
            "games.learning.review",
            "games.community.events",
            "games.lobby.pairing",
            "games.retention",
            "games.export",
            "games.api",
            "accounts",
        ),
    ]
)
# Bots have workers of their own: neither clocks nor mails wait for them. Reviews take much longer,
# in a process that their worker only waits for (games.learning.review.reviewer_process).
app.conf.task_routes = {
    "games.tables.tasks.play_bot": {"queue": "bots"},
    "games.tables.tasks.find_hint": {"queue": "bots"},
    "games.learning.review.tasks.work": {"queue": "reviews"},
}
app.conf.worker_autoscaler = "config.supervisor.autoscaling:Autoscaler"
app.conf.beat_scheduler = "config.beat:Scheduler"


def _every(seconds: float, task: str, *args: str) -> dict[str, Any]:
    """Return an entry of the schedule. It expires: after an outage one run makes up for all that
    were missed. Minutes, since the clocks of machines differ."""
    return {"task": task, "schedule": seconds, "args": args, "options": {"expires": 600}}


app.conf.beat_schedule = {
    "flag-due": _every(2.0, "games.tables.tasks.flag_due"),
    "ask-overdue-bots": _every(2.0, "games.tables.tasks.ask_overdue_bots"),
    "follow-switch": _every(4.0, "games.tables.tasks.follow_switch"),
    "play-due-plans": _every(4.0, "games.tables.tasks.play_due_plans"),
    "rate-due-tables": _every(10.0, "games.ratings.tasks.rate_due_tables"),
    "pair-waiting": _every(10.0, "games.lobby.pairing.tasks.pair_waiting"),
    "count-the-house": _every(60.0, "games.site.tasks.count"),
    "settle-ranks": _every(600.0, "games.ratings.tasks.settle_ranks"),
    "make-due-exports": _every(300.0, "games.export.tasks.make_due"),
    "keep-days": _every(60.0, "games.daily.tasks.keep_days"),
    "keep-events": _every(4.0, "games.community.events.tasks.keep_events"),
    "open-due-seals": _every(10.0, "games.community.duplicate.tasks.open_due_seals"),
    "send-due-notices": _every(10.0, "games.notices.tasks.send_due_notices"),
    # A run for each channel: one that hangs delays no other.
    "send-due-push-notices": _every(10.0, "games.notices.tasks.send_due_notices", "push"),
    "send-due-webhook-notices": _every(10.0, "games.notices.tasks.send_due_notices", "webhook"),
    "ask-due-reviews": _every(30.0, "games.learning.review.tasks.ask_due_reviews"),
    "send-letters": _every(30.0, "accounts.tasks.send_letters"),
    # Retention: one task, which knows how often to apply each rule.
    "keep-house": _every(300.0, "games.retention.tasks.keep_house"),
    "dump-games": {"task": "games.api.tasks.dump_games", "schedule": 86400.0},
    "copy-ends": {"task": "games.tables.tasks.copy_ends", "schedule": 600.0},
    "release-leftover-seats": {
        "task": "games.tables.tasks.release_leftover_seats",
        "schedule": 600.0,
    },
}


@celeryd_init.connect
def check_connections(**_: Any) -> None:
    """Have each task check its open connection: PostgreSQL may have restarted."""
    settings.DATABASES["default"]["CONN_HEALTH_CHECKS"] = True


@worker_init.connect
def share_memory(**_: Any) -> None:
    """Keep imported code in memory that a worker's processes share: the garbage collector would
    write to it, and so copy it."""
    gc.collect()
    gc.freeze()


@worker_ready.connect
def start_worker_heartbeats(**facts: Any) -> None:
    """Write heartbeats while a worker runs."""
    from config.monitoring import heartbeats

    heartbeats.start_for_worker(**facts)


@beat_init.connect
def start_scheduler_heartbeats(**facts: Any) -> None:
    """Write heartbeats while the scheduler runs."""
    from config.monitoring import alerts

    alerts.start_for_beat(**facts)


@task_failure.connect
def count_failed_task(**facts: Any) -> None:
    """Count a failed task for the site's numbers."""
    from config.monitoring import request_counts

    request_counts.task_failed(**facts)
