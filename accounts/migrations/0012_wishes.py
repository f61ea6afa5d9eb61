from itertools import product
from typing import Any

from django.db import migrations, models

LETTERS = {"now": "n", "daily": "d", "off": "-"}


def grid(turn: str, over: bool, invitation: bool) -> str:
    """Return the grid (games.notices.grid) that says the same of mails, and of the rest what first wishes say."""
    return f"-n-{LETTERS[turn]}nn-nn{'n' if over else '-'}-n{'n' if invitation else '-'}n----"


def keep(apps: Any, schema_editor: Any) -> None:
    """Write the wishes about mails that are not the first ones in the new form (games.notices.grid): one statement each."""
    users = apps.get_model("accounts", "User").objects.all()
    for turn, over, invitation in product(LETTERS, (True, False), (True, False)):
        if (turn, over, invitation) == ("now", True, True):
            continue
        users.filter(turn_mail=turn, over_mail=over, invitation_mail=invitation).update(wishes=grid(turn, over, invitation))


class Migration(migrations.Migration):
    """One field for all wishes about notices, filled from those about mails."""

    dependencies = [("accounts", "0011_known")]

    operations = [
        migrations.AddField("user", "wishes", models.CharField(blank=True, db_default="", default="", max_length=40)),
        migrations.AddField("user", "daily_at", models.PositiveSmallIntegerField(db_default=480, default=480)),
        migrations.AddField("user", "quiet", models.CharField(blank=True, db_default="", default="", max_length=11)),
        migrations.RunPython(keep, migrations.RunPython.noop),
    ]
