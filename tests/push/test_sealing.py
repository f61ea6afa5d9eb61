"""The example of RFC 8291, appendix A, and what is wrong with other people's keys."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from games.notices.push import encryption
from tests.push.service import Browser, data, text

WORDS = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWA"
    "mS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxs"
    "j_Qulcy4a-fN"
)


def key(letters: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(data(letters)), ec.SECP256R1())


def test_the_example_of_the_standard() -> None:
    sealed = encryption.seal(
        WORDS, public=data(PUBLIC), auth=data(AUTH), own=key(SENDER), salt=data(SALT), step=1
    )
    assert text(sealed) == SEALED


def test_the_browser_of_the_standard_opens_it() -> None:
    browser = Browser("https://push.example.net/1", key(RECEIVER))
    browser.auth = data(AUTH)
    assert text(browser.public) == PUBLIC
    assert browser.opens(data(SEALED)) == WORDS


def test_each_is_sealed_anew_and_its_length_tells_little() -> None:
    browser = Browser("https://push.example.net/1")
    short, long = (
        encryption.seal(words, public=browser.public, auth=browser.auth)
        for words in (b"a", b"b" * 200)
    )
    assert len(short) == len(long) and short[:86] != long[:86]
    assert (browser.opens(short), browser.opens(long)) == (b"a", b"b" * 200)


def test_the_longest_fits_what_a_push_service_takes() -> None:
    browser = Browser("https://push.example.net/1")
    longest = encryption.seal(bytes(encryption.MOST), public=browser.public, auth=browser.auth)
    assert len(longest) <= 4096
    with pytest.raises(ValueError):
        encryption.seal(bytes(encryption.MOST + 1), public=browser.public, auth=browser.auth)


@pytest.mark.parametrize(
    "wrong",
    [b"", b"\x04" * 65, b"\x02" + bytes(32), data(PUBLIC)[:64], data(PUBLIC) + b"\0", bytes(65)],
)
def test_what_is_no_point_of_the_curve_is_no_key(wrong: bytes) -> None:
    with pytest.raises(ValueError):
        encryption.point(wrong)
