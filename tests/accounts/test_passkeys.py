"""A passkey from start to end, in a real browser with a device that Chromium pretends to have."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.accounts.conftest import PASSWORD
from tests.kit.servers import Site

GAMES = re.compile(r"//[^/]+/games/$")  # the page itself, not an address that names it

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser: Browser, live_site: Site) -> Iterator[Page]:
    """Open a page by a name: a passkey is for no address that is a number."""
    page = browser.new_page(base_url=live_site.url.replace("127.0.0.1", "localhost"))
    yield page
    page.context.close()


def has_a_device(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True}
    session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": (
                device
                | {
                    "hasResidentKey": True,
                    "hasUserVerification": True,
                    "isUserVerified": True,
                }
            )
        },
    )


def test_a_passkey_is_added_and_signs_in_alone_and_as_second_step(page: Page) -> None:
    refused: list[str] = []
    page.on(
        "console", lambda message: refused.append(message.text) if message.type == "error" else None
    )
    page.goto("/accounts/signup/")
    page.fill("[name=username]", "ann")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.click("button:has-text('Create account')")

    has_a_device(page)
    page.goto("/accounts/2fa/webauthn/add/")
    page.fill("[name=password]", PASSWORD)
    page.click("button:has-text('Continue')")
    page.click("#mfa_webauthn_add")
    page.wait_for_url("**/recovery-codes/")

    signs_out(page)
    page.goto("/accounts/login/?next=/games/")
    page.click("#passkey_login")
    page.wait_for_url(GAMES)

    signs_out(page)
    page.goto("/accounts/login/?next=/games/")
    page.fill("[name=login]", "ann")
    page.fill("[name=password]", PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url("**/2fa/authenticate/")
    page.click("#mfa_webauthn_authenticate")
    page.wait_for_url(GAMES)
    assert refused == []  # the strict policy lets all of it through


def test_a_device_that_fails_says_so(page: Page) -> None:
    page.goto("/accounts/login/")
    page.evaluate(
        "() => { navigator.credentials.get = () => Promise.reject(new DOMException('called off',"
        " 'NotAllowedError')) }"
    )
    page.click("#passkey_login")
    page.get_by_role("alert").get_by_text("That did not work").wait_for()


def signs_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.click("main button:has-text('Sign out')")
    page.wait_for_url(re.compile(r"//[^/]+/$"))
