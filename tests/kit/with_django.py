"""Django's settings and models, loaded in the tests' environment. Modules that import models during
collection import this first."""

import os

from tests.kit import environment

environment.prepare()
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"

from django.conf import settings  # noqa: E402  the environment first

from config.limits import Rate  # noqa: E402

# loads the settings, so that pytest-django finds them
settings.PASSWORD_HASHERS = ["tests.kit.hashing.CheapArgon2PasswordHasher"]
# Whoever has used up a limit has used it up for the rest of a test, however slow the machine is.
settings.LIMIT_RATES = {
    name: Rate(rate.count, 1000 * rate.seconds) for name, rate in settings.LIMIT_RATES.items()
}
# Otherwise pytest-django would load them in xdist's workers before this module is imported.
del os.environ["DJANGO_SETTINGS_MODULE"]

import django  # noqa: E402

django.setup()

from django.core.management.commands import flush  # noqa: E402
from django.template.base import Template  # noqa: E402
from django.test import utils  # noqa: E402

# No test asks for permissions or content types, which Django would make anew for every app after
# each test that commits.
setattr(flush, "emit_post_migrate_signal", lambda *_args, **_facts: None)  # noqa: B010

# No test asks which templates made a page, of whose contexts Django's client would keep copies.
setattr(utils, "instrumented_test_render", Template._render)  # type: ignore[attr-defined]  # noqa: B010
