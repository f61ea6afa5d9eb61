from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns of a seat for what its table's row says of the end. Adding them changes no row."""

    dependencies = [("tables", "0010_finding")]

    operations = [
        migrations.AddField("seat", "ended_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "seat", "listed", models.CharField(blank=True, db_default="", default="", max_length=32)
        ),
    ]
