from django.db import migrations, models

CHOICES = [("now", "At once"), ("daily", "Once a day"), ("off", "Never")]


class Migration(migrations.Migration):
    """Whoever is here already gave an address for the password alone: those are not written to until they say so."""

    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField("user", "turn_mail", models.CharField(choices=CHOICES, default="off", max_length=5)),
        migrations.AddField("user", "over_mail", models.BooleanField(default=False)),
        migrations.AddField("user", "invitation_mail", models.BooleanField(default=False)),
        migrations.AddField("user", "mail_zone", models.CharField(blank=True, default="", max_length=64)),
        migrations.AddField("user", "goes_on", models.BooleanField(default=True)),
        migrations.AlterField("user", "turn_mail", models.CharField(choices=CHOICES, default="now", max_length=5)),
        migrations.AlterField("user", "over_mail", models.BooleanField(default=True)),
        migrations.AlterField("user", "invitation_mail", models.BooleanField(default=True)),
    ]
