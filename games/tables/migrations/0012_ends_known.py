from typing import Any

from django.db import migrations
from django.db.models import Case, F, Index, Max, OuterRef, Q, Subquery, Value, When

from accounts.indexes import AddIndexAside

SEATS = 10_000  # at a time, each in a transaction of its own: nobody waits for long


def fill(apps: Any, schema_editor: Any) -> None:
    """Copy what the tables' rows say. What was copied by a run that broke off is left."""
    seats, tables = (apps.get_model("tables", name).objects for name in ("Seat", "Table"))
    table = tables.filter(pk=OuterRef("table"))
    listed = Case(
        When(Q(private=True) | Q(ended_by__in=["abort", "closed"]), then=Value("")),
        default=F("game"),
    )
    last = seats.aggregate(last=Max("pk"))["last"] or 0
    for start in range(0, last + 1, SEATS):
        seats.filter(
            pk__gte=start, pk__lt=start + SEATS, ended_at=None, table__status="ended"
        ).update(
            ended_at=Subquery(table.values("ended_at")),
            listed=Subquery(table.annotate(listed=listed).values("listed")),
        )


def analyze(apps: Any, schema_editor: Any) -> None:
    """Let PostgreSQL know of the new columns now, and not when it next looks by itself."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ANALYZE tables_seat")


def aside(name: str, *fields: str, **condition: Any) -> AddIndexAside:
    return AddIndexAside("seat", Index(fields=fields, condition=Q(**condition), name=name))


class Migration(migrations.Migration):
    """Copy to the seats when their tables ended, and make the indexes, while others may write."""

    atomic = False
    dependencies = [("tables", "0011_ends")]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop, atomic=False),
        aside("seat_live", "user", ended_at__isnull=True),
        aside("seat_ended", "user", "-ended_at", "-table", place__isnull=False),
        aside("seat_listed", "user", "-ended_at", "-table", listed__gt=""),
        aside("seat_listed_game", "user", "listed", "-ended_at", "-table", listed__gt=""),
        migrations.RunPython(analyze, migrations.RunPython.noop, atomic=False),
    ]
