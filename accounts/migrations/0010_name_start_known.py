from django.db import migrations

from accounts.indexes import StartIndex


class Migration(migrations.Migration):
    """Tell Django of the index that 0009 has made, so that it survives where a table is rebuilt."""

    dependencies = [("accounts", "0009_name_start")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddIndex("user", StartIndex("username", name="user_name_start"))
            ]
        )
    ]
