from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0028_programs'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='lensless',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
