"""The Django app of the composition: commands, and Celery."""

from importlib import import_module

from django.apps import AppConfig, apps
from django.utils.module_loading import module_has_submodule


class Config(AppConfig):
    """Sets up Celery with Django. The package does not import Celery: the supervisor, which is in
    it, does without."""

    name = "config"

    def ready(self) -> None:
        """Make our Celery application the default; provide the site's numbers and exports."""
        import config.celery  # noqa: F401
        from config.monitoring import number_sources

        number_sources.provide()
        _provide_exports()


def _provide_exports() -> None:
    """Register the sources in each app's module `exports`."""
    from accounts import exporting

    for app in apps.get_app_configs():
        ours = app.name.startswith(("accounts", "games."))
        if ours and module_has_submodule(app.module, "exports"):
            found = import_module(f"{app.name}.exports")
            exporting.provide(*found.SOURCES)
            exporting.leave_out(getattr(found, "LEFT_OUT", {}))
