"""Passwords that whoever knows the site would try."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client

from tests.accounts.conftest import PASSWORD, signs_in, signs_up


@pytest.mark.parametrize(
    "password",
    (
        "Fairdeal2026!, lost cities 1, LostCities-1234, schotten_totten, "
        "odin exhibition, my Fairdeal 99"
    ).split(", "),
)
def test_names_of_the_site_and_its_games_are_no_passwords(password: str) -> None:
    with pytest.raises(ValidationError, match="name of this site"):
        validate_password(password)


@pytest.mark.django_db
def test_a_long_one_counts_to_its_last_letter() -> None:
    password = "seven green leaves " * 8
    assert signs_up(Client(), "ann", password, remember="on").status_code == 302
    assert signs_in(Client(), "ann", password[:-2]).status_code != 302
    assert signs_in(Client(), "ann", password).status_code == 302


@pytest.mark.parametrize(
    "password",
    [
        "lost in translation",
        "seven green leaves",
        "a fair deal for everybody",
        "ödland im Frühling",
        "\t1234-5678-90ab",
    ],
)
def test_sentences_are(password: str) -> None:
    validate_password(password)


@pytest.mark.django_db
def test_a_new_one_wants_the_present_one(at_home: Client) -> None:
    new = "eight red leaves"
    for old, changed in (("not that one", False), ("", False), (PASSWORD, True)):
        at_home.post(
            "/accounts/password/change/", {"oldpassword": old, "password1": new, "password2": new}
        )
        assert (signs_in(Client(), "ann", new).status_code == 302) is changed, old
