from django.db import migrations, models


class Migration(migrations.Migration):
    """Tables that are there, and those of a process of the release before, keep the earlier rule
    of the clocks: the default of the database is 0."""

    dependencies = [("tables", "0025_slower")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="clock_rules",
            field=models.PositiveSmallIntegerField(default=1, db_default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="renewed",
            field=models.PositiveIntegerField(default=0, db_default=0),
        ),
    ]
