from django.db import migrations
from django.db.models import Index, Q

from accounts.indexes import AddIndexAside


class Migration(migrations.Migration):
    """Indexes in the order in which news is listed, made while others write."""

    atomic = False
    dependencies = [("notices", "0003_news")]

    operations = [
        AddIndexAside("news", Index(fields=["user", "-id"], name="news_newest")),
        AddIndexAside(
            "news", Index(fields=["user", "-id"], condition=Q(read_at=None), name="news_new")
        ),
        migrations.RemoveIndex("news", "news_of_user"),
        migrations.RemoveIndex("news", "news_unread"),
    ]
