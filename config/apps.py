"""The composition as an app of Django: its commands, and Celery."""

from django.apps import AppConfig


class Config(AppConfig):
    """Sets Celery up with Django. The package does not import it: the supervisor, which is in it,
    does without."""

    name = "config"

    def ready(self) -> None:
        """Make our Celery application the default, and provide the site's numbers."""
        import config.celery  # noqa: F401
        from config.monitoring import number_sources

        number_sources.provide()
