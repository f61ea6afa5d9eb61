from django.db import migrations, models

CHOICES = [("now", "At once"), ("daily", "Once a day"), ("off", "Never")]


class Migration(migrations.Migration):
    """The old wishes stay in the database for processes of the release before, and fill themselves."""

    dependencies = [("accounts", "0012_wishes")]

    operations = [
        migrations.AlterField("user", "turn_mail", models.CharField(choices=CHOICES, db_default="now", default="now", max_length=5)),
        migrations.AlterField("user", "over_mail", models.BooleanField(db_default=True, default=True)),
        migrations.AlterField("user", "invitation_mail", models.BooleanField(db_default=True, default=True)),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField("user", "turn_mail"),
                migrations.RemoveField("user", "over_mail"),
                migrations.RemoveField("user", "invitation_mail"),
            ]
        ),
    ]
