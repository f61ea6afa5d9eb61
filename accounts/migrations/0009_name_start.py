from typing import Any

from django.db import migrations

# Names are looked up by their start, whatever the case. Each database needs an index of its own kind
# for that. The next migration lets Django know it.
INDEX = {
    "sqlite": "CREATE INDEX user_name_start ON accounts_user (username COLLATE NOCASE)",
    "postgresql": "CREATE INDEX user_name_start ON accounts_user (UPPER(username) text_pattern_ops)",
}


def create(apps: Any, schema_editor: Any) -> None:
    schema_editor.execute(INDEX[schema_editor.connection.vendor])


def drop(apps: Any, schema_editor: Any) -> None:
    schema_editor.execute("DROP INDEX user_name_start")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_names")]

    operations = [migrations.RunPython(create, drop)]
