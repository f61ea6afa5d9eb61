from django.db import migrations
from django.db.models import Index

from accounts.indexes import AddIndexAside


class Migration(migrations.Migration):
    """An index in the order in which a user reads the ledger, made while others write."""

    atomic = False
    dependencies = [("notices", "0005_places")]

    operations = [AddIndexAside("notice", Index(fields=["user", "-id"], name="notice_ledger"))]
