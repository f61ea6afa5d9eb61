"""The version: its number, and the commit that runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from config import version


def test_the_version_names_the_commit(tmp_path: Path) -> None:
    assert version.of(tmp_path) == "0"
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    assert version.of(tmp_path) == "1.2.3"
    git = tmp_path / ".git"
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "packed-refs").write_text("# packed\n0123456789abcdef refs/heads/main\n")
    assert version.of(tmp_path) == "1.2.3+01234567"
    (git / "refs" / "heads" / "main").write_text("fedcba9876543210\n")
    assert version.of(tmp_path) == "1.2.3+fedcba98"
    (git / "HEAD").write_text("abcdefabcdef\n")
    assert version.of(tmp_path) == "1.2.3+abcdefab"


def test_the_version_of_a_worktree(tmp_path: Path) -> None:
    shared = tmp_path / "main" / ".git"
    own = shared / "worktrees" / "other"
    own.mkdir(parents=True)
    (shared / "packed-refs").write_text("0123456789abcdef refs/heads/other\n")
    (own / "HEAD").write_text("ref: refs/heads/other\n")
    (own / "commondir").write_text("../..\n")
    (tmp_path / ".git").write_text(f"gitdir: {own}\n")
    assert version.of(tmp_path) == "0+01234567"


@pytest.mark.django_db
def test_each_page_ends_with_it(client: Client) -> None:
    assert f"<span>Version {settings.VERSION}</span>" in client.get("/").content.decode()
