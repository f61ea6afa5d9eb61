from django.db import migrations, models

KINDS = ["live", "turn", "low", "over", "invitation", "rematch", "idle"]
PLACES = [("mail", "Mail"), ("push", "Push"), ("webhook", "Webhook")]


class Migration(migrations.Migration):
    """The ledger knows where a notice goes: what there is went by mail."""

    dependencies = [("notices", "0004_newest")]

    operations = [
        migrations.AddField("notice", "where", models.CharField(choices=PLACES, db_default="mail", default="mail", max_length=8)),
        migrations.AddField("notice", "target", models.PositiveBigIntegerField(db_default=0, default=0)),
        migrations.AddField("notice", "place", models.CharField(blank=True, db_default="", default="", max_length=60)),
        migrations.AddField("notice", "made_at", models.DateTimeField(null=True)),
        migrations.AlterField("notice", "error", models.CharField(blank=True, default="", max_length=120)),
        migrations.AlterField("notice", "kind", models.CharField(choices=[(kind, kind.title()) for kind in KINDS], max_length=10)),
        migrations.AddConstraint(
            "notice",
            models.UniqueConstraint(fields=["user", "table", "kind", "begun", "where", "target"], name="told_there_once"),
        ),
        migrations.RemoveConstraint("notice", "told_once"),
    ]
