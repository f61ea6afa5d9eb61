"""Ann, Ben, Cal and Dee of the notices, and their games."""

from tests.notices.conftest import cast, deals, visits  # noqa: F401
