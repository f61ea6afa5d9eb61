from django.db import migrations, models


class Migration(migrations.Migration):
    """A process of the release before leaves the column as it is: the sweeper finds its plans."""

    dependencies = [("tables", "0026_turns_again")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="planned",
            field=models.CharField(blank=True, db_default="", default="", max_length=16),
        ),
    ]
