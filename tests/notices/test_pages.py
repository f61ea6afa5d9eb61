"""Wishes, stopping mails, and inviting by name."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
import redis
from django.conf import settings
from django.test import Client

from accounts import limits
from accounts.models import Letter, User
from games.notices import mail_links
from games.notices.models import Kind, Notice
from games.tables import services as tables
from tests.kit import environment
from tests.kit.types import Cast, Visits
from tests.notices.conftest import NOON, Deals, wish, wishes

pytestmark = pytest.mark.django_db


def posts(browser: Client, path: str, **fields: str) -> tuple[int, str]:
    """Post a form with its token, and return the status and the page that is then shown."""
    token = browser.get("/").cookies["csrftoken"].value
    answer = browser.post(path, {"csrfmiddlewaretoken": token, **fields}, follow=True)
    return answer.status_code, answer.content.decode()


# --- stopping ---


def stop_path(user: User, kind: str) -> str:
    return urlsplit(mail_links.stop(user.pk, kind)).path


MAILS = ("live-mail", "turn-mail", "low-mail", "over-mail", "invited-mail")


@pytest.mark.parametrize(
    "kind, cell",
    [
        ("turn", "turn-mail"),
        ("live", "live-mail"),
        ("low", "low-mail"),
        ("over", "over-mail"),
        ("idle", "over-mail"),
        ("invitation", "invited-mail"),
        ("rematch", "invited-mail"),
    ],
)
def test_a_look_changes_nothing_and_a_click_stops_one_kind(
    kind: str, cell: str, cast: Cast
) -> None:
    ann, path = cast["ann"], stop_path(cast["ann"], kind)
    wishes(ann, "live-mail now, low-mail now")
    before = {name: wish(ann, name) for name in MAILS}
    stranger = Client(enforce_csrf_checks=True)
    page = stranger.get(path)
    assert page.status_code == 200 and "No more of these</button>" in page.content.decode()
    assert {name: wish(ann, name) for name in before} == before
    for _ in range(2):
        assert (
            "We no longer e-mail you"
            in stranger.post(path, {"List-Unsubscribe": "One-Click"}).content.decode()
        )
    assert {name: wish(ann, name) for name in before} == before | {cell: "off"}
    assert wish(ann, "turn-push") == "now", "a link in a mail stops mails alone"


def test_a_mail_about_several_things_stops_them_all(cast: Cast) -> None:
    path = urlsplit(mail_links.stop(cast["ann"].pk, "over", "turn")).path
    assert "several things" in Client().get(path).content.decode()
    assert "We no longer e-mail you" in Client().post(path).content.decode()
    assert [wish(cast["ann"], name) for name in MAILS] == ["off", "off", "off", "off", "now"]


def test_one_a_day_instead(cast: Cast) -> None:
    ann, path, stranger = cast["ann"], stop_path(cast["ann"], "turn"), Client()
    assert "One a day instead" in stranger.get(path).content.decode()
    assert "Once a day from now on" in stranger.post(path, {"instead": "daily"}).content.decode()
    assert wish(ann, "turn-mail") == "daily"
    assert "One a day instead" not in stranger.get(path).content.decode()
    stranger.post(path)
    stranger.post(path, {"instead": "daily"})  # an old mail's button does not start them again
    assert wish(ann, "turn-mail") == "off"


@pytest.mark.parametrize(
    "token", ["x", "WzEsInR1cm4iXQ:forged", "WzEsInR1cm4iXQ", "%00", "a" * 3000]
)
def test_a_forged_link_is_no_link(token: str, cast: Cast) -> None:
    for send in (Client().get, Client().post):
        assert send(f"/notices/stop/{token}/").status_code in (400, 404)


def test_a_link_is_good_for_its_owner_and_kind_only(cast: Cast) -> None:
    token = stop_path(cast["ann"], "turn").split("/")[3]
    assert mail_links.read(token) == mail_links.Stop(cast["ann"].pk, (Kind.TURN,))
    value, signature = token.split(":")
    other = stop_path(cast["ben"], "turn").split("/")[3].split(":")[0]
    assert mail_links.read(f"{other}:{signature}") is None and mail_links.read(value) is None


def test_a_link_of_somebody_who_is_gone(cast: Cast) -> None:
    path = stop_path(cast["dee"], "turn")
    cast["dee"].delete()
    assert Client().get(path).status_code == Client().post(path).status_code == 200


# --- wishes ---


def test_the_page_keeps_wishes(visits: Visits, cast: Cast) -> None:
    fields = {"turn-mail": "daily", "over-mail": "off", "mail_zone": "Europe/Berlin"}
    status, page = posts(visits("ann"), "/notices/", daily_at="07:30", **fields)
    ann = User.objects.get(pk=cast["ann"].pk)
    assert status == 200 and '<option value="daily" selected' in page and 'value="07:30"' in page
    assert [wish(ann, name) for name in MAILS] == ["off", "daily", "off", "off", "now"]
    assert (ann.daily_at, ann.mail_zone, ann.mail_language) == (450, "Europe/Berlin", "en")


def test_one_change_is_saved_at_once(visits: Visits, cast: Cast) -> None:
    """Cells that were not sent stay: two open pages do not undo each other."""
    ann = visits("ann")
    token = ann.get("/notices/").cookies["csrftoken"].value
    for cell in ("turn-mail", "over-mail"):
        answer = ann.post(
            "/notices/",
            {"csrfmiddlewaretoken": token, cell: "hourly"},
            headers={"HX-Request": "true"},
        )
        assert (answer.status_code, answer.content) == (200, b"Saved.")
    assert [wish(cast["ann"], name) for name in MAILS] == ["off", "hourly", "off", "hourly", "now"]


@pytest.mark.parametrize(
    "fields",
    [
        {"turn-mail": "often"},
        {"live-mail": "daily"},  # an hour later it is no news
        {"low-mail": "hourly"},
        {"turn-mail": "off", "mail_zone": "<script>"},
        {"quiet": "always"},
    ],
)
def test_nonsense_is_no_wish(fields: dict[str, str], visits: Visits, cast: Cast) -> None:
    assert posts(visits("ann"), "/notices/", **fields)[0] == 404
    assert User.objects.get(pk=cast["ann"].pk).wishes == ""


def test_hours_of_quiet(visits: Visits, cast: Cast) -> None:
    ann = visits("ann")
    assert "While you sleep, only a warning" in ann.get("/notices/").content.decode()
    status, page = posts(ann, "/notices/", quiet="own", quiet_from="", quiet_until="07:00")
    assert status == 422 and "Say from when, and until when." in page
    page = posts(ann, "/notices/", quiet="own", quiet_from="22:30", quiet_until="07:00")[1]
    assert "From 22:30 to 07:00, only a warning" in page
    assert User.objects.get(pk=cast["ann"].pk).quiet == "22:30-07:00"
    assert "News may come at any hour." in posts(ann, "/notices/", quiet="never")[1]
    assert "While you sleep, only a warning" in posts(ann, "/notices/", quiet="sleep")[1]


def test_a_guest_has_no_mail_to_choose(visits: Visits, cast: Cast) -> None:
    dee = visits("dee")
    assert "E-mails need an account" in dee.get("/notices/").content.decode()
    assert 'name="goes_on" checked' in dee.get("/accounts/").content.decode()
    assert posts(dee, "/notices/play/")[0] == 200
    after = User.objects.get(pk=cast["dee"].pk)
    assert not after.goes_on and after.wishes == ""


def test_the_page_says_when_there_is_no_address(visits: Visits) -> None:
    page = visits("cal").get("/notices/").content.decode()
    assert "once you have confirmed your address" in page
    assert "disabled" in page.split('id="id_turn-mail"')[1][:120]
    page = visits("ann").get("/notices/").content.decode()
    assert "To get e-mails" not in page and "disabled" not in page


def test_strangers_have_no_wishes(visits: Visits) -> None:
    for path in ("/notices/", "/notices/last/", "/accounts/"):
        assert "/accounts/login/" in visits().get(path, follow=True).redirect_chain[-1][0]
    assert posts(visits(), "/notices/", **{"turn-mail": "off"})[0] == 200  # the log-in page


def test_the_page_knows_whether_to_go_on(visits: Visits, cast: Cast) -> None:
    assert "data-goes-on" in visits("ann").get("/").content.decode()
    User.objects.filter(pk=cast["ann"].pk).update(goes_on=False)
    assert "data-goes-on" not in visits("ann").get("/").content.decode()


# --- invitations ---


def test_inviting_by_name(visits: Visits, cast: Cast) -> None:
    table = tables.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    ann, path = visits("ann"), f"/t/{table.id}/invite/"
    assert f'action="{path}"' in ann.get(f"/t/{table.id}/").content.decode()
    # of whom only ben takes e-mails
    pages = {name: posts(ann, path, name=name) for name in ("Ben", "cal", "BEN")}
    for name, (status, page) in pages.items():
        name = name.lower()
        assert status == 200 and f"{name} has been invited." in page
    status, page = posts(ann, path, name="ann")
    assert status == 422 and "ann sits here already." in page
    for nobody in ("eve", "guest-dee", "", "<script>alert(1)</script>"):
        status, page = posts(ann, path, name=nobody)
        assert (
            status == 422 and "Nobody here has that name." in page and "<script>alert" not in page
        )
    assert Notice.objects.filter(kind="invitation").count() == 2


def test_a_guest_is_not_offered_to_invite_and_may_not(visits: Visits, cast: Cast) -> None:
    table = tables.open_table(creator=cast["dee"], game="lost_cities", now=NOON)
    dee, path = visits("dee"), f"/t/{table.id}/invite/"
    assert path not in dee.get(f"/t/{table.id}/").content.decode()
    for name in ("ben", "cal", "eve"):
        status, page = posts(dee, path, name=name)
        assert status == 403 and "Guests cannot invite people by name." in page
    assert not Notice.objects.exists()


@pytest.mark.parametrize("name", ["ben", "cal"])  # ben takes e-mails, cal does not
def test_nobody_is_invited_all_day_long(name: str, visits: Visits, cast: Cast) -> None:
    ann, answers = visits("ann"), []
    for _ in range(6):
        table = tables.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
        for _ in range(1 if answers else 2):  # at the same table a second time is nothing new
            answers.append(posts(ann, f"/t/{table.id}/invite/", name=name))
        forget_who_invites(cast["ann"])
    assert [status for status, _ in answers] == [200] * 6 + [422]
    assert f"{name} cannot be invited just now." in answers[-1][1]
    assert Notice.objects.count() == 5


def forget_who_invites(user: User) -> None:
    """Let an hour pass for the one who invites: what counts is the day of the one who is
    invited."""
    client = redis.Redis(unix_socket_path=str(environment.SOCKET))
    for key in client.scan_iter(f"*:limit:invitations:{user.pk}"):
        client.delete(key)
    client.close()


def test_who_does_not_sit_there_invites_nobody(visits: Visits, cast: Cast, deals: Deals) -> None:
    table = tables.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    status, page = posts(visits("cal"), f"/t/{table.id}/invite/", name="ben")
    assert status == 403 and "Only players at this table" in page
    status, page = posts(visits("ann"), f"/t/{deals('ann', 'ben').id}/invite/", name="cal")
    assert status == 409 and "Nobody can be invited any more" in page
    assert posts(visits("ann"), "/t/nowhere/invite/", name="ben")[0] == 404
    assert not Notice.objects.exists()


def test_inviting_everybody_is_too_much(visits: Visits, cast: Cast) -> None:
    table = tables.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    ann, asked = visits("ann"), settings.LIMIT_RATES["invitations"].count
    assert all(limits.allow("invitations", cast["ann"].pk) for _ in range(asked - 1))
    pages = [posts(ann, f"/t/{table.id}/invite/", name="eve")[1] for _ in range(2)]
    assert "Nobody here has that name" in pages[0] and "That was too fast" in pages[1]


def test_a_mail_may_be_tried(visits: Visits, cast: Cast) -> None:
    ann = visits("ann")
    assert "Send a test" in ann.get("/notices/").content.decode()
    status, page = posts(ann, "/notices/test/")
    assert status == 200 and "A test is on its way to ann@example.org." in page
    assert Letter.objects.get().to == "ann@example.org"
    assert posts(visits("cal"), "/notices/test/")[0] == 200, "whose address is not confirmed"
    assert Letter.objects.count() == 1
    assert [posts(ann, "/notices/test/")[0] for _ in range(4)][-1] == 429
