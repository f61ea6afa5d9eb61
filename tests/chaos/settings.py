"""The site's settings, and the named points at which a part dies on demand, of which no production
code knows."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS as _OURS

INSTALLED_APPS = [*_OURS, "tests.chaos.points.Points"]
