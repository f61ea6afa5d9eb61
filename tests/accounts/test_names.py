"""Names that a user may take."""

import pytest
from django.core.exceptions import ValidationError

from accounts import names


@pytest.mark.parametrize(
    "name", ["Jonas", "Zoë", "jonas-k", "A_1", "x" * 24, "Gustav", "close-call", "42"]
)
def test_a_plain_name_will_do(name: str) -> None:
    names.well_formed(name)
    names.not_reserved(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x",
        "x" * 25,
        "two words",
        "a\nb",
        "ann\n",
        "<script>",
        "ann@example.org",
        "../etc",
        "аnn",
        "ann\u202e",
        "ann\u200b",
        "ﬁsh",
        "a/b",
        "%00",
        "a\x00b",
        "٣٤",
    ],
)
def test_a_hostile_name_will_not(name: str) -> None:
    with pytest.raises(ValidationError):
        names.well_formed(name)


@pytest.mark.parametrize(
    "name",
    (
        "guest-7k3f GUEST Guest7 g-u-e-s-t gue5t_1 gu3st closed-1 Closed CIosed-4 c1osed "
        "admin Adm1n system"
    ).split(),
)
def test_nobody_passes_for_a_guest_or_for_the_site(name: str) -> None:
    with pytest.raises(ValidationError):
        names.not_reserved(name)
