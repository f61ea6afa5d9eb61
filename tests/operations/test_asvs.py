"""docs/building/security-asvs.md holds every row of ASVS 5.0.0, levels 1 and 2, and names tests
that exist. The rows are those of asvs.txt."""

from __future__ import annotations

import ast
import functools
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.kit import environment

ROWS = Path(__file__).with_name("asvs.txt").read_text().splitlines()
TABLE = environment.ROOT / "docs" / "building" / "security-asvs.md"
ROW = re.compile(r"^\| ([\d.]+) \| ([12]) \| (test|rationale|gap) \| (.+) \|$", re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
FOUND = ROW.findall(TABLE.read_text())


@functools.cache
def names_in(path: str) -> frozenset[str]:
    file = environment.ROOT / path
    return (
        frozenset(
            node.name
            for node in ast.parse(file.read_text()).body
            if isinstance(node, ast.FunctionDef)
        )
        if file.exists()
        else frozenset()
    )


def test_no_row_is_missing_and_none_is_there_twice() -> None:
    assert [f"{number} {level}" for number, level, _, _ in FOUND] == ROWS


@pytest.mark.parametrize(
    ("number", "words"), [(number, words) for number, _, by, words in FOUND if by == "test"]
)
def test_the_tests_of_a_row_exist(number: str, words: str) -> None:
    named = TEST.findall(words)
    assert named and [f"{path}::{name}" for path, name in named if name not in names_in(path)] == []


def test_the_rest_says_why_in_a_sentence() -> None:
    assert [
        number
        for number, _, by, words in FOUND
        if by != "test" and not (len(words) > 15 and words.endswith("."))
    ] == []


def test_the_table_counts_itself() -> None:
    head = TABLE.read_text().partition("## ")[0]
    counts = Counter(by for _, _, by, _ in FOUND)
    assert re.findall(r"\((\d+)(?: rows)?\)", head) == [
        str(counts[by]) for by in ("test", "rationale", "gap")
    ]
