from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0019_unnamed'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='finishes_turns',
            field=models.BooleanField(db_default=True, default=True),
        ),
    ]
