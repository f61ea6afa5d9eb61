"""Lines of templates end at column 100, but for those that are counted here.

Where a line is broken between inline elements, white space shows. So the lines that are left have to
be broken one by one, by hand. There may be fewer of them, and no more.
"""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 100
LONG = {"templates": 242, "games": 562}


@pytest.mark.parametrize("folder", LONG)
def test_templates_get_no_more_long_lines(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / folder).rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert len(found) <= LONG[folder], "break lines, of these:\n" + "\n".join(found)
