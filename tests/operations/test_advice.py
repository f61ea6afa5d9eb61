"""The advice that a host gets: about the state that was found, and about nothing else."""

from __future__ import annotations

import ssl
import stat
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.management.commands import play
from config.monitoring import doctor, doctor_proxy, health
from config.supervisor import valkey
from tests.kit.types import Patch


@pytest.mark.parametrize(
    ("word", "advice"),
    [
        (health.AWAY, "Nobody can play; see that it runs, and that DATABASE_URL is its address."),
        (health.FULL, "Nobody can play; make room on its disk, or see whether it is a standby."),
        (health.OLD, "Run `manage.py migrate`."),
        (health.NEWER, "Nobody can play; run the newer release (docs/hosting/upgrading.md)."),
    ],
)
def test_the_database_s_state_decides_what_to_do(
    word: str, advice: str, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(health, "state", lambda name: word)
    assert str(next(doctor.parts())) == f"database down: {word}. {advice}"


def test_a_certificate_that_is_not_trusted_is_named(monkeypatch: Patch) -> None:
    def refuses(*_: Any, **__: Any) -> None:
        raise urllib.error.URLError(ssl.SSLCertVerificationError("self-signed"))

    monkeypatch.setattr(urllib.request, "urlopen", refuses)
    state, fact, _ = doctor_proxy.proxy()
    assert state == "slow"
    assert fact == f"{settings.BASE_URL} has a certificate that this machine does not trust"


def test_a_folder_that_others_may_write_to_is_closed_to_them(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    data.chmod(0o777)
    with pytest.raises(ImproperlyConfigured, match=f"chmod 700 '{data}'"):
        valkey.make_folders(data / "valkey", data / "valkey.sock")
    data.chmod(0o700)
    valkey.make_folders(data / "valkey", data / "valkey.sock")
    assert stat.S_IMODE((data / "valkey").stat().st_mode) == 0o700
    other = tmp_path / "short"
    other.mkdir()
    other.chmod(0o777)
    with pytest.raises(ImproperlyConfigured, match="DATA_DIR to a shorter path"):
        valkey.make_folders(data / "valkey", other / "valkey.sock")


def test_a_part_alone_says_as_well_that_its_port_is_taken(monkeypatch: Patch) -> None:
    def taken() -> None:
        raise ImproperlyConfigured("Port 8000 is in use by another program.")

    monkeypatch.setattr(play, "check_port", taken)
    with pytest.raises(ImproperlyConfigured, match="in use by another"):
        play.Command().run_alone("web")
