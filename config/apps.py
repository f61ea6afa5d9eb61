"""The composition as an app of Django: its commands, and Celery."""

from importlib import import_module

from django.apps import AppConfig, apps
from django.utils.module_loading import module_has_submodule


class Config(AppConfig):
    """Sets Celery up with Django. The package does not import it: the supervisor, which is in it,
    does without."""

    name = "config"

    def ready(self) -> None:
        """Make our Celery application the default, and provide the site's numbers and exports."""
        import config.celery  # noqa: F401
        from config.monitoring import number_sources

        number_sources.provide()
        _provide_exports()


def _provide_exports() -> None:
    """Provide what the apps' modules `exports` say of a person's own data."""
    from accounts import exporting

    for app in apps.get_app_configs():
        ours = app.name.startswith(("accounts", "games."))
        if ours and module_has_submodule(app.module, "exports"):
            found = import_module(f"{app.name}.exports")
            exporting.provide(*found.SOURCES)
            exporting.leave_out(getattr(found, "LEFT_OUT", {}))
