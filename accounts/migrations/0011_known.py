from django.db import migrations
from django.db.models import Q

from accounts.indexes import AddIndexAside, ListedStartIndex

KNOWN = Q(is_guest=False, closed_at=None, is_active=True)


class Migration(migrations.Migration):
    """An index of the accounts that a search by the start of a name shows."""

    atomic = False
    dependencies = [("accounts", "0010_name_start_known")]

    operations = [
        AddIndexAside("user", ListedStartIndex("username", name="user_known", condition=KNOWN)),
    ]
