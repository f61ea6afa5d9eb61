from django.db import migrations, models


class Migration(migrations.Migration):
    """Whether those who follow somebody see that the person is here."""

    dependencies = [("accounts", "0014_roles_and_talk")]

    operations = [
        migrations.AddField(
            "user", "shows_presence", models.BooleanField(db_default=False, default=False)
        ),
    ]
