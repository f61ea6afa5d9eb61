from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """The tables that ended last: whoever played there is told."""

    dependencies = [("tables", "0002_endings")]

    operations = [
        migrations.AddIndex("table", models.Index(fields=["-ended_at"], condition=Q(status="ended"), name="table_ended")),
    ]
