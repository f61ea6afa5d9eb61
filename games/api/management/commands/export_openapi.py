"""`manage.py export_openapi`: write the schema of the API into docs/openapi.json."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.api.api import api


class Command(BaseCommand):
    """`manage.py export_openapi`."""

    help = "Write the schema of the API into docs/openapi.json, which a test compares with it."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file."""
        text = json.dumps(api.get_openapi_schema(), indent=1, ensure_ascii=False)
        place = settings.BASE_DIR / "docs" / "openapi.json"
        place.write_text(text + "\n")
        self.stdout.write(f"Written: {place.name}")
