"""After a change of password the old device's open socket still got the hand, and a copied cookie
worked for 60 days after its owner had signed out."""

from __future__ import annotations

from collections.abc import Callable

from tests.kit.visitor import PATIENCE, Visitor

Comes = Callable[..., Visitor]
PASSWORD = "seven green leaves"


def signs_up(visitor: Visitor) -> Visitor:
    assert (
        visitor.post(
            "/accounts/signup/", username=visitor.name, password1=PASSWORD, password2=PASSWORD
        ).status
        == 302
    )
    return visitor


def signs_in(visitor: Visitor, name: str) -> Visitor:
    assert visitor.post("/accounts/login/", login=name, password=PASSWORD).status == 302
    return visitor


def copy_of(owner: Visitor, thief: Visitor) -> Visitor:
    thief.cookies = dict(owner.cookies)
    return thief


def table_of(mover: Visitor, other: Visitor) -> str:
    table = mover.opens()
    other.sits(table)
    return table


def is_shut_out(thief: Visitor, table: str) -> bool:
    """No hand on the page, no move by either way, no settings."""
    board = thief.looks(table)
    moves = [thief.acts(table, "play R2", board.ply, htmx=htmx).status for htmx in (True, False)]
    return (board.data["seat"], board.codes, moves, thief.get("/accounts/").status) == (
        "",
        [],
        [403, 403],
        302,
    )


def test_a_copied_cookie_ends_when_its_owner_signs_out(comes: Comes) -> None:
    ann, ben = signs_up(comes("ann11a")), comes("ben").enters()
    table = table_of(ann, ben)
    thief = copy_of(ann, comes("thief"))
    assert thief.looks(table).data["seat"] == "0"
    assert ann.post("/accounts/logout/").status == 302
    assert is_shut_out(thief, table)
    assert signs_in(ann, "ann11a").looks(table).data["seat"] == "0" and is_shut_out(thief, table)


def test_a_thief_is_signed_out_everywhere_and_the_owner_stays(comes: Comes) -> None:
    ann, ben = signs_up(comes("ann11b")), comes("ben").enters()
    table = table_of(ann, ben)
    copied, phone = copy_of(ann, comes("thief")), signs_in(comes("phone"), "ann11b")
    with copied.listens(table) as spies:
        assert spies.hears() is not None
        assert ann.post("/accounts/devices/others/").status == 302
        assert spies.hears() is None and spies.connection.close_code == 4401
    assert is_shut_out(copied, table) and is_shut_out(phone, table)
    assert ann.looks(table).data["seat"] == "0"
    assert ann.acts(table, ann.looks(table).codes[0], ann.looks(table).ply).status == 200


def test_a_new_password_ends_the_old_sockets_at_once(comes: Comes) -> None:
    ann, ben = signs_up(comes("ann11c")), comes("ben").enters()
    table, phone = table_of(ann, ben), signs_in(comes("phone"), "ann11c")
    new = "nine white peaks"
    with phone.listens(table) as spies, ben.listens(table) as bens:
        assert spies.hears() is not None and bens.hears() is not None
        assert (
            ann.post(
                "/accounts/password/change/", oldpassword=PASSWORD, password1=new, password2=new
            ).status
            == 302
        )
        assert spies.hears(PATIENCE) is None and spies.connection.close_code == 4401
        board = ann.looks(table)
        assert ann.acts(table, board.codes[0], board.ply).status == 200  # this device goes on
        assert bens.hears() is not None  # and so does everybody else
    assert is_shut_out(phone, table)


def test_a_closed_account_gets_no_more_hands(comes: Comes) -> None:
    ann, ben = signs_up(comes("ann11d")), comes("ben").enters()
    table, phone = table_of(ann, ben), signs_in(comes("phone"), "ann11d")
    with phone.listens(table) as spies:
        assert spies.hears() is not None
        assert ann.post("/accounts/close/", password=PASSWORD).status == 302
        # the game is given up, which may be told first
        while (board := spies.hears(PATIENCE)) is not None:
            assert board.status == "ended"
        assert spies.connection.close_code == 4401
    assert is_shut_out(phone, table)
