from django.db import migrations
from django.db.models import Index, Q

from accounts.indexes import AddIndexAside


class Migration(migrations.Migration):
    """An index of the ratings that lists of people show: of seasons there are ever more."""

    atomic = False
    dependencies = [("ratings", "0005_records")]

    operations = [
        AddIndexAside(
            "rating", Index(fields=["user"], condition=Q(season=""), name="rating_all_time")
        ),
    ]
