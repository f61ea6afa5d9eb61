"""Short names for the types of fixtures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from accounts.models import User

Cast: TypeAlias = dict[str, User]
Visits: TypeAlias = Callable[..., Client]
"""Return the browser of a person by name."""
Together: TypeAlias = Callable[..., list[Any]]
Post: TypeAlias = list[EmailMultiAlternatives]
Patch: TypeAlias = pytest.MonkeyPatch
Log: TypeAlias = pytest.LogCaptureFixture
Printed: TypeAlias = pytest.CaptureFixture[str]
