#!/usr/bin/env python
"""Django's command line: `python manage.py help` lists the commands."""

import os
import sys


def main() -> None:
    """Run the command that the arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        from django.conf import settings

        settings.INSTALLED_APPS  # noqa: B018  a wrong environment is told before anything else
        import django

        from config.setup import command_target

        if command_target.needs_site(sys.argv[1:]):
            django.setup()
            command_target.check(sys.argv[1])
            if sys.argv[1] not in command_target.SET_UP:  # which say so themselves
                print(f"fairdeal: {command_target.name()}", file=sys.stderr)
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"fairdeal: {error}")


if __name__ == "__main__":
    main()
