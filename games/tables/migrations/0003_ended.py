from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """An index of the tables that ended last, since their players get a notice."""

    dependencies = [("tables", "0002_endings")]

    operations = [
        migrations.AddIndex("table", models.Index(fields=["-ended_at"], condition=Q(status="ended"), name="table_ended")),
    ]
