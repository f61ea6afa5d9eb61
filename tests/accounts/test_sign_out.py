"""The host's command against sessions that have got into wrong hands."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, signs_in, who

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_host_signs_somebody_out_everywhere(ann: User) -> None:
    ben = User.objects.create_user("ben", password=PASSWORD)
    laptop, phone, bens = Client(), Client(), Client()
    signs_in(laptop, "ann"), signs_in(phone, "ann"), signs_in(bens, "ben")
    call_command("sign_out", "Ann")
    assert (who(laptop), who(phone), who(bens)) == (None, None, ben)
    signs_in(laptop, "ann")
    assert who(laptop) == ann


def test_or_everybody_but_guests_who_could_not_come_back(
    ann: User, guest: User, client: Client
) -> None:
    laptop = Client()
    signs_in(laptop, "ann")
    call_command("sign_out", "--everybody")
    assert who(laptop) is None and who(client) == guest


@pytest.mark.parametrize("words", [(), ("nobody",), ("ann", "--everybody")])
def test_it_has_to_be_said_who(ann: User, words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        call_command("sign_out", *words)
