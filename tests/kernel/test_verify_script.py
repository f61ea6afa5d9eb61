"""The script that players download agrees with the kernel, and needs only the standard library."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.kernel.shuffle import Stream, commitment, shuffle

SCRIPT = Path(__file__).parents[2] / "static" / "verify_shuffle.py"
SECRET = bytes(range(64))
NONCES = ["0123456789abcdef0123456789abcdef", "~!", "x" * 64]
DECKS = [
    [f"S{seat}" for seat in range(3)],
    ["Yx", "Yx", "Yx", *(f"R{n}" for n in range(2, 60))],
    [f"C{n}" for n in range(300)],
]


def proof(**changes: Any) -> dict[str, Any]:
    deals = [
        list(shuffle(SECRET, NONCES, "k3x9", number, deck)) for number, deck in enumerate(DECKS)
    ]
    facts = {
        "version": 1,
        "table": "k3x9",
        "secret": SECRET.hex(),
        "commitment": commitment(SECRET),
        "nonces": NONCES,
    }
    return {**facts, "order": "random", "deals": deals, **changes}


def run(text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    # -I: nothing of this project can be imported.
    command = [sys.executable, "-I", str(SCRIPT), *(arguments or ("-",))]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def test_it_is_short_and_uses_the_standard_library_only() -> None:
    source = SCRIPT.read_text(encoding="ascii")
    assert len(source.splitlines()) <= 62
    imported = {
        name.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert imported == {"hashlib", "json", "sys"}
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(ast.parse(source)))


def test_an_honest_table() -> None:
    result = run(json.dumps(proof()))
    assert result.stdout.splitlines() == [
        f"commitment '{commitment(SECRET)}' is that of the secret",
        f"nonce of seat 0: '{NONCES[0]}'",
        "nonce of seat 1: '~!'",
        f"nonce of seat 2: '{NONCES[2]}'",
        "deal 0: 3 cards, as shuffled",
        "deal 1: 61 cards, as shuffled",
        "deal 2: 300 cards, as shuffled",
        "This table was dealt as promised.",
    ]
    assert (result.returncode, result.stderr) == (0, "")


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "k3x9.json"
    file.write_text(json.dumps(proof()))
    assert run("", str(file)).returncode == 0


def test_as_they_sit() -> None:
    deals = [["S0", "S1", "S2"], *proof()["deals"][1:]]
    result = run(json.dumps(proof(order="seats", deals=deals)))
    assert result.returncode == 0 and "deal 0: 3 cards, as they sit" in result.stdout
    assert (
        run(json.dumps(proof(order="seats", deals=[["S1", "S0", "S2"], *deals[1:]]))).returncode
        == 1
    )


def exchanged(deals: list[list[str]], number: int) -> list[list[str]]:
    first, second, *others = deals[number]
    return [*deals[:number], [second, first, *others], *deals[number + 1 :]]


@pytest.mark.parametrize("number", [0, 2])
def test_exchanged_cards_are_noticed(number: int) -> None:
    result = run(json.dumps(proof(deals=exchanged(proof()["deals"], number))))
    wrong = [line for line in result.stdout.splitlines() if "DIFFERENT" in line]
    assert wrong == [f"deal {number}: {len(DECKS[number])} cards, DIFFERENT"]
    assert result.returncode == 1 and result.stdout.endswith(
        "\nThis table was NOT dealt as promised.\n"
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"secret": bytes(64).hex()},
        {"commitment": commitment(bytes(64))},
        {"nonces": [NONCES[1], NONCES[0], NONCES[2]]},
        {"nonces": NONCES[:2]},
        {"table": "k3x8"},
        {"deals": proof()["deals"][1:]},
    ],
)
def test_tampering_is_noticed(changes: dict[str, Any]) -> None:
    result = run(json.dumps(proof(**changes)))
    assert result.returncode == 1 and "NOT" in result.stdout and result.stderr == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        "no json",
        json.dumps(proof(version=2)),
        json.dumps(proof(order="x")),
        json.dumps(proof(secret="zz")),
        json.dumps(proof(secret="00" * 63)),
        json.dumps(proof(nonces=["\u00e9"])),
        json.dumps(proof(deals=3)),
        json.dumps(proof(deals=[[1, "a"]])),
        json.dumps(proof(nonces=[1])),
    ],
)
def test_what_is_no_proof_is_told_without_a_traceback(text: str) -> None:
    result = run(text)
    assert result.returncode == 1
    assert (
        result.stderr.startswith("This is not a proof that can be checked")
        and "Traceback" not in result.stderr
    )


def test_a_missing_file_and_no_file() -> None:
    assert run("", "/nowhere").returncode == 1
    assert (
        "verify_shuffle.py FILE"
        in subprocess.run(
            [sys.executable, str(SCRIPT)], capture_output=True, text=True, check=False
        ).stderr
    )


def test_script_and_kernel_agree_on_many_tables() -> None:
    dice = Stream(b"many tables")
    script: dict[str, Any] = {"__name__": "verify_shuffle"}
    exec(compile(SCRIPT.read_text(), str(SCRIPT), "exec"), script)
    for number in range(1000):
        secret = bytes(dice.randrange(256) for _ in range(64))
        nonces = [
            "".join(chr(33 + dice.randrange(94)) for _ in range(1 + dice.randrange(64)))
            for _ in range(1 + dice.randrange(5))
        ]
        cards = [f"C{dice.randrange(100)}" for _ in range(dice.randrange(110))]
        assert tuple(script["shuffle"](secret, nonces, "t", number, cards)) == shuffle(
            secret, nonces, "t", number, cards
        )
