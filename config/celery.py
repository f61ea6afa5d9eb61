"""The Celery application. Tasks call services; what is due stands in the database, never in a
message."""

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

# without Redis messages cannot be given back, and a worker must survive that
Channel.do_restore = False
# the scheduler inside a worker is a thread, not a process
beat._Process = None
# Celery closes the database after each task. Opening SQLite costs more than most tasks, and
# the last to close it checkpoints the log and waits for the disk.
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
# Bots have workers of their own: neither clocks nor mails wait for them. Reviews take much longer
# and are made in a process of their own, for which their worker only waits
# (games.learning.review.reviewer_process).
app.conf.task_routes = {
    "games.tables.tasks.play_bot": {"queue": "bots"},
    "games.tables.tasks.find_hint": {"queue": "bots"},
    "games.learning.review.tasks.work": {"queue": "reviews"},
}
app.conf.worker_autoscaler = "config.supervisor.autoscaling:Autoscaler"
app.conf.beat_scheduler = "config.beat:Scheduler"
# After an outage one run makes up for all that were missed. Minutes: clocks of machines differ.
ONE_IS_ENOUGH = {"expires": 600}
app.conf.beat_schedule = {
    "flag-due": {"task": "games.tables.tasks.flag_due", "schedule": 2.0, "options": ONE_IS_ENOUGH},
    "ask-overdue-bots": {
        "task": "games.tables.tasks.ask_overdue_bots",
        "schedule": 2.0,
        "options": ONE_IS_ENOUGH,
    },
    "follow-switch": {
        "task": "games.tables.tasks.follow_switch",
        "schedule": 4.0,
        "options": ONE_IS_ENOUGH,
    },
    "play-due-plans": {
        "task": "games.tables.tasks.play_due_plans",
        "schedule": 4.0,
        "options": ONE_IS_ENOUGH,
    },
    "rate-due-tables": {
        "task": "games.ratings.tasks.rate_due_tables",
        "schedule": 10.0,
        "options": ONE_IS_ENOUGH,
    },
    "pair-waiting": {
        "task": "games.lobby.pairing.tasks.pair_waiting",
        "schedule": 10.0,
        "options": ONE_IS_ENOUGH,
    },
    "count-the-house": {
        "task": "games.site.tasks.count",
        "schedule": 60.0,
        "options": ONE_IS_ENOUGH,
    },
    "settle-ranks": {
        "task": "games.ratings.tasks.settle_ranks",
        "schedule": 600.0,
        "options": ONE_IS_ENOUGH,
    },
    "make-due-exports": {
        "task": "games.export.tasks.make_due",
        "schedule": 300.0,
        "options": ONE_IS_ENOUGH,
    },
    "keep-days": {
        "task": "games.daily.tasks.keep_days",
        "schedule": 60.0,
        "options": ONE_IS_ENOUGH,
    },
    "keep-events": {
        "task": "games.community.events.tasks.keep_events",
        "schedule": 4.0,
        "options": ONE_IS_ENOUGH,
    },
    "open-due-seals": {
        "task": "games.community.duplicate.tasks.open_due_seals",
        "schedule": 10.0,
        "options": ONE_IS_ENOUGH,
    },
    "send-due-notices": {
        "task": "games.notices.tasks.send_due_notices",
        "schedule": 10.0,
        "options": ONE_IS_ENOUGH,
    },
    # A run for each channel: one that hangs delays no other.
    **{
        f"send-due-{where}-notices": {
            "task": "games.notices.tasks.send_due_notices",
            "schedule": 10.0,
            "args": [where],
            "options": ONE_IS_ENOUGH,
        }
        for where in ("push", "webhook")
    },
    "ask-due-reviews": {
        "task": "games.learning.review.tasks.ask_due_reviews",
        "schedule": 30.0,
        "options": ONE_IS_ENOUGH,
    },
    "send-letters": {
        "task": "accounts.tasks.send_letters",
        "schedule": 30.0,
        "options": ONE_IS_ENOUGH,
    },
    # Retention: one task, which knows how often to apply each rule.
    "keep-house": {
        "task": "games.retention.tasks.keep_house",
        "schedule": 300.0,
        "options": ONE_IS_ENOUGH,
    },
    "dump-games": {"task": "games.api.tasks.dump_games", "schedule": 86400.0},
    "copy-ends": {"task": "games.tables.tasks.copy_ends", "schedule": 600.0},
    "release-leftover-seats": {
        "task": "games.tables.tasks.release_leftover_seats",
        "schedule": 600.0,
    },
}


@celeryd_init.connect
def ask_before_each_task(**_: Any) -> None:
    """Check the kept connection before a task: PostgreSQL may have restarted. Skip SQLite."""
    settings.DATABASES["default"]["CONN_HEALTH_CHECKS"] = True


@worker_init.connect
def share_memory(**_: Any) -> None:
    """Keep imported code in memory shared by a worker's processes: the garbage collector would
    write to it, and so copy it."""
    gc.collect()
    gc.freeze()


@worker_ready.connect
def leave_signs_of_a_worker(**facts: Any) -> None:
    """Write heartbeats while a worker runs."""
    from config.monitoring import heartbeats

    heartbeats.worker_runs(**facts)


@beat_init.connect
def leave_signs_of_the_scheduler(**facts: Any) -> None:
    """Write heartbeats while the scheduler runs."""
    from config.monitoring import alerts

    alerts.beat_runs(**facts)


@task_failure.connect
def count_failed_task(**facts: Any) -> None:
    """Count a task that failed, for the site's numbers. Its line in the log has an id."""
    from config.monitoring import request_counts

    request_counts.task_failed(**facts)
