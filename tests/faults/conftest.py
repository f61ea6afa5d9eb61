from collections.abc import Iterator

import pytest

from tests.kit.web import Web, running


@pytest.fixture(scope="session")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """Return a web process that tests may kill."""
    with running(tmp_path_factory.mktemp("web")) as web:
        yield web
