from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts import services as accounts
from accounts.models import Role as Office
from accounts.models import User
from games.community.clubs import selectors, services
from games.community.clubs.errors import ClubError
from games.community.clubs.models import Asked, Club, Door, Membership
from games.community.clubs.names import marks
from games.community.moderation import services as conduct
from games.community.moderation.models import Measure
from games.community.people import services as people
from games.community.people.models import Kind
from games.site import services as house
from games.site.models import Name
from tests.kit.people import browser_of
from tests.kit.played import NOON
from tests.kit.types import Cast

pytestmark = pytest.mark.django_db


def roles(club: Club) -> dict[str, str]:
    """Return the roles of the members by name."""
    found = Membership.objects.filter(club=club)
    return dict(found.order_by("user__username").values_list("user__username", "role"))


def founds(by: User, name: str = "Corner House", **facts: Any) -> Club:
    return services.found(by=by, name=name, now=NOON, **facts)


# --- founding ---


def test_who_founds_a_club_owns_it_and_a_form_sent_twice_founds_one(cast: Cast) -> None:
    club = founds(cast["ann"], key="k")
    assert founds(cast["ann"], key="k") == club
    assert (club.slug, roles(club)) == ("corner-house", {"ann": "owner"})
    assert founds(cast["ben"], "Other", key="k") != club


def test_the_host_may_keep_founding_to_the_house(cast: Cast) -> None:
    accounts.give_role(user=cast["dee"], role=Office.HOST)
    cast["dee"].refresh_from_db()
    house.turn(by=cast["dee"], name=Name.CLUBS, value="off", now=NOON)
    with pytest.raises(ClubError, match="hosts create"):
        founds(cast["ann"])
    assert browser_of(cast["ann"]).get("/clubs/new/").status_code == 403
    assert roles(founds(cast["dee"])) == {"dee": "owner"}


def test_guests_and_the_silenced_found_none(cast: Cast) -> None:
    with pytest.raises(ClubError, match="account"):
        founds(accounts.new_guest())
    accounts.give_role(user=cast["dee"], role=Office.HOST)
    cast["dee"].refresh_from_db()
    mute = {"measure": Measure.MUTE, "until": None, "words": "", "why": ""}
    conduct.sanction(by=cast["dee"], user=cast["ann"], **mute, now=NOON)
    with pytest.raises(ClubError, match="may not write"):
        founds(cast["ann"])


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x",
        "  ' ' ",
        "a" * 41,
        "a" * 100_000,
        "<b>bold</b>",
        "zwei\u200bworte",
        "turn\u202earound",
        "e\u0301\u0301\u0301\u0301e",
        "Сорner",  # two alphabets
        "line\0break",
        "Moderator",
        "F-air_deal",
        "😀😀",
    ],
)
def test_names_that_no_club_may_have(cast: Cast, name: str) -> None:
    with pytest.raises(ClubError):
        founds(cast["ann"], name)


@pytest.mark.parametrize("name", ["CORNER HOUSE", "C0rner-House", "Cornerhouse!", "Córner House"])
def test_no_public_club_has_a_name_that_looks_like_another(cast: Cast, name: str) -> None:
    founds(cast["ann"], private=True)
    founds(cast["ann"])
    with pytest.raises(ClubError, match="looks like"):
        founds(cast["ben"], name)
    mine = founds(cast["ben"], name, private=True)  # a refusal would tell of what is hidden
    with pytest.raises(ClubError, match="looks like"):
        services.choose_door(club=mine, by=cast["ben"], door=Door.LINK, private=False, now=NOON)


@pytest.mark.parametrize("name", ["Ann’s & Ben's (best) 4", "Клуб семи", "日本カルタ", "R&D"])
def test_names_with_marks_and_of_every_alphabet(cast: Cast, name: str) -> None:
    assert founds(cast["ann"], f"  {name} ").name == name
    assert marks(name)


# --- the door ---


def enters(club: Club, user: User, how: str) -> None:
    """Come into a club by its open door, by asking, by its link or by a wrong link."""
    if how == "ask":
        services.ask(club=club, user=user, words="Hello", now=NOON)
    else:
        link = {"join": "", "link": club.link, "wrong": "x" * 20}[how]
        services.join(club=club, user=user, link=link, now=NOON)


@pytest.mark.parametrize(
    ("door", "how", "becomes"),
    [
        (Door.OPEN, "join", "member"),
        (Door.OPEN, "ask", "member"),
        (Door.REQUEST, "join", "refused"),
        (Door.REQUEST, "ask", "asks"),
        (Door.LINK, "join", "refused"),
        (Door.LINK, "ask", "refused"),
        *((door, "link", "member") for door in Door),
        *((door, "wrong", "refused") for door in Door),
    ],
)
def test_ways_into_a_club(club: Club, cast: Cast, door: str, how: str, becomes: str) -> None:
    Club.objects.update(door=door)
    dee = cast["dee"]
    for _again in range(2):  # every request may come twice
        if becomes == "refused":
            with pytest.raises(ClubError):
                enters(club, dee, how)
        else:
            enters(club, dee, how)
    assert selectors.role(club, dee) == ("member" if becomes == "member" else None)
    assert Asked.objects.filter(user=dee).count() == (becomes == "asks")


def test_leaders_answer_who_asks(club: Club, cast: Cast) -> None:
    enters(club, cast["dee"], "ask")
    with pytest.raises(ClubError, match="Only the owner and the organisers"):
        services.accept(club=club, by=cast["cal"], user=cast["dee"], now=NOON)
    services.decline(club=club, by=cast["ben"], user=cast["dee"], now=NOON)
    with pytest.raises(ClubError, match="does not ask"):
        services.accept(club=club, by=cast["ben"], user=cast["dee"], now=NOON)
    enters(club, cast["dee"], "ask")
    for _again in range(2):
        services.accept(club=club, by=cast["ben"], user=cast["dee"], now=NOON)
    assert roles(club)["dee"] == "member" and not Asked.objects.exists()


def test_guests_and_people_apart_from_the_owner_stay_outside(club: Club, cast: Cast) -> None:
    with pytest.raises(ClubError, match="account"):
        enters(club, accounts.new_guest(), "link")
    people.tie(user=cast["ann"], other=cast["dee"], kind=Kind.BLOCK, now=NOON)
    for how in ("ask", "link"):
        with pytest.raises(ClubError, match="cannot join"):
            enters(club, cast["dee"], how)


def test_a_new_link_ends_the_old_one_and_so_does_a_removal(club: Club, cast: Cast) -> None:
    old = club.link
    services.renew_link(club=club, by=cast["ben"], now=NOON)
    club.refresh_from_db()
    assert old != club.link and selectors.by_link(old) is None
    old = club.link
    services.remove(club=club, by=cast["ben"], user=cast["cal"], now=NOON)
    assert roles(club) == {"ann": "owner", "ben": "organiser"}
    assert selectors.by_link(old) is None


# --- roles ---


def act(act: str, by: str, user: str) -> Callable[[Club, Cast], None]:
    def done(club: Club, cast: Cast) -> None:
        facts: Any = {"club": club, "by": cast[by], "user": cast[user], "now": NOON}
        if act == "remove":
            services.remove(**facts)
        elif act == "hand":
            services.hand_over(**facts)
        elif act == "leave":
            services.leave(club=club, user=cast[by], now=NOON)
        else:
            services.promote(**facts, role=act)

    return done


ALL = {"ann": "owner", "ben": "organiser", "cal": "member"}


@pytest.mark.parametrize(
    ("step", "after"),
    [
        (act("hand", "ann", "cal"), {"ann": "organiser", "ben": "organiser", "cal": "owner"}),
        (act("hand", "ann", "ann"), ALL),
        (act("organiser", "ann", "cal"), ALL | {"cal": "organiser"}),
        (act("member", "ann", "ben"), ALL | {"ben": "member"}),
        (act("remove", "ann", "ben"), {"ann": "owner", "cal": "member"}),
        (act("remove", "ben", "cal"), {"ann": "owner", "ben": "organiser"}),
        (act("leave", "ann", "ann"), {"ben": "owner", "cal": "member"}),
        (act("leave", "cal", "cal"), {"ann": "owner", "ben": "organiser"}),
        (act("leave", "dee", "dee"), ALL),
        (act("remove", "ann", "dee"), ALL),
        *(
            (act(*words.split()), None)
            for words in (
                "hand ben cal",
                "hand cal cal",
                "hand ann dee",
                "organiser ben cal",
                "organiser ann dee",
                "member ann ann",
                "owner ann cal",
                "remove ben ann",
                "remove ann ann",
                "remove cal ben",
                "remove ben ben",
            )
        ),
    ],
)
def test_roles(
    club: Club, cast: Cast, step: Callable[[Club, Cast], None], after: dict[str, str] | None
) -> None:
    if after is None:
        with pytest.raises(ClubError):
            step(club, cast)
    else:
        step(club, cast)
    assert roles(club) == (after or ALL)


def test_the_oldest_organiser_then_the_oldest_member_inherits_and_the_last_closes(
    club: Club, cast: Cast
) -> None:
    accounts.close(user=cast["ann"], now=NOON)
    assert roles(club) == {"ben": "owner", "cal": "member"}
    accounts.close(user=cast["ben"], now=NOON)
    assert roles(club) == {"cal": "owner"}
    services.leave(club=club, user=cast["cal"], now=NOON)
    club.refresh_from_db()
    assert club.closed_at == NOON and not roles(club)
    assert selectors.find(club.slug, cast["cal"]) is None
    with pytest.raises(ClubError):
        services.join(club=club, user=cast["dee"], link=club.link, now=NOON)


def test_a_full_club_takes_nobody_in(cast: Cast, settings: Any) -> None:
    club = founds(cast["ann"], door=Door.OPEN)
    settings.LIMIT_COUNTS = settings.LIMIT_COUNTS | {"club_members": 2}
    services.join(club=club, user=cast["ben"], now=NOON)
    with pytest.raises(ClubError, match="This club is full"):
        services.join(club=club, user=cast["cal"], now=NOON)
    assert roles(club) == {"ann": "owner", "ben": "member"}
