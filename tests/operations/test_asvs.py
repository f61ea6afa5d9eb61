"""docs/building/security-asvs.md holds every requirement of ASVS 5.0.0, levels 1 and 2 (asvs.txt),
and names tests that exist."""

from __future__ import annotations

import ast
import functools
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.kit import environment

LISTED = Path(__file__).with_name("asvs.txt").read_text().splitlines()
ORDER = [line.split()[0] for line in LISTED]  # without the levels
TABLE = environment.ROOT / "docs" / "building" / "security-asvs.md"
KINDS = {"Gaps": "gap", "Held by tests": "test", "By rationale": "rationale"}
SECTION = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| (\d[\d., –]*) \| (.+) \|$", re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def numbers(cell: str) -> list[str]:
    """Return the requirements of a cell such as "1.2.6–1.2.8, 1.3.8"."""
    found = []
    for part in cell.split(", "):
        first, _, last = part.partition("–")
        found += ORDER[ORDER.index(first) : ORDER.index(last or first) + 1]
    return found


FOUND = [
    (number, KINDS[title], words)
    for title, section in SECTION.findall(TABLE.read_text())
    for cell, words in ROW.findall(section)
    for number in numbers(cell)
]


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
    assert sorted(number for number, _, _ in FOUND) == sorted(ORDER)


@pytest.mark.parametrize(
    ("number", "words"), [(number, words) for number, by, words in FOUND if by == "test"]
)
def test_the_tests_of_a_row_exist(number: str, words: str) -> None:
    named = TEST.findall(words)
    assert named and [f"{path}::{name}" for path, name in named if name not in names_in(path)] == []


def test_the_rest_says_why_in_a_sentence() -> None:
    assert [
        number
        for number, by, words in FOUND
        if by != "test" and not (len(words) > 15 and words.endswith("."))
    ] == []


def test_the_table_counts_itself() -> None:
    head = TABLE.read_text().partition("## ")[0]
    counts = Counter(by for _, by, _ in FOUND)
    assert re.findall(r"\((\d+)\)", head) == [
        str(counts[by]) for by in ("gap", "test", "rationale")
    ]
