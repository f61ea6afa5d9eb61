"""Load Django in the tests' environment; modules that import models during collection import this
first."""

import os

from tests.kit import environment

environment.prepare()
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"

from django.conf import settings  # noqa: E402  the environment first

from config.limits import Rate  # noqa: E402

# loads the settings, so that pytest-django finds them
settings.PASSWORD_HASHERS = ["tests.kit.hashing.CheapArgon2PasswordHasher"]
# no limit recovers during a test, however slow the machine
settings.LIMIT_RATES = {
    name: Rate(rate.count, 1000 * rate.seconds) for name, rate in settings.LIMIT_RATES.items()
}
# otherwise pytest-django would load the settings in xdist's workers before this module
del os.environ["DJANGO_SETTINGS_MODULE"]

import django  # noqa: E402

django.setup()

from django.core.management.commands import flush  # noqa: E402
from django.template.base import Template  # noqa: E402
from django.test import utils  # noqa: E402

# no test needs permissions or content types, which Django would recreate after each commit
setattr(flush, "emit_post_migrate_signal", lambda *_args, **_facts: None)  # noqa: B010

# no test needs the templates and contexts that Django's client would copy
setattr(utils, "instrumented_test_render", Template._render)  # type: ignore[attr-defined]  # noqa: B010
