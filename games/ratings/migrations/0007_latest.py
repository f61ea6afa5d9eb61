from typing import Any

from django.db import migrations, models


def forget(apps: Any, schema_editor: Any) -> None:
    """Forget the records that do not know the new columns: they are made anew when asked for."""
    apps.get_model("ratings", "Record").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("ratings", "0006_all_time")]

    operations = [
        migrations.AddField("encounters", "latest", models.JSONField(default=list)),
        migrations.AddField("encounters", "thirds", models.JSONField(default=dict)),
        migrations.RemoveField("encounters", "rounds"),
        migrations.RunPython(forget, migrations.RunPython.noop),
    ]
