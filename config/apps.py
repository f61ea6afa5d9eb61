"""The composition as an app of Django: its commands, and Celery."""

from django.apps import AppConfig


class Config(AppConfig):
    """Sets Celery up with Django. The package does not import it: the supervisor is of this
    package, and does without."""

    name = "config"

    def ready(self) -> None:
        """Make the application that tasks are sent with the default one, and provide numbers."""
        import config.celery  # noqa: F401
        from config.monitoring import figures

        figures.provide()
