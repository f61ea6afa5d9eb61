"""The Jinja2 environment in which boards are rendered."""

from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from jinja2 import Environment, StrictUndefined

from games.tables.kept import kept


def environment(**options: Any) -> Environment:
    options |= {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}  # a misspelt name is an error
    env = Environment(extensions=["jinja2.ext.i18n"], **options)
    env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=translation.gettext, ngettext=translation.ngettext, newstyle=True, pgettext=translation.pgettext
    )
    env.globals.update(static=static, url=reverse, kept=kept)
    return env
