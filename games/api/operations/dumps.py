"""The dump of all ended public games."""

from __future__ import annotations

from django.conf import settings
from django.http import FileResponse, HttpResponse
from ninja import Router

from games.api import dumps, schemas
from games.api.answers import address, answer
from games.api.auth import ApiRequest, anybody
from games.api.problems import Problem

router = Router(tags=["dumps"])
PACKED = {"content": {"application/gzip": {"schema": {"type": "string", "format": "binary"}}}}


@router.get("/dumps", auth=anybody, response=list[schemas.Dump])
def files(request: ApiRequest) -> HttpResponse:
    """Return the files of the dump, one for each game and month, with their checksums."""
    found = dumps.files_with_sums(settings.DUMPS_DIR) if settings.DUMPS_DIR else []
    return answer(
        request,
        [
            {"name": one.name, "bytes": one.size, "sha256": one.sum, "licence": "CC0-1.0"}
            | {"url": address("api:dump", one.name)}
            for one in found
        ],
    )


@router.get(
    "/dumps/{name}", auth=anybody, url_name="dump", openapi_extra={"responses": {200: PACKED}}
)
def file(request: ApiRequest, name: str) -> FileResponse:
    """Send a file of the dump."""
    found = dumps.files(settings.DUMPS_DIR).get(name) if settings.DUMPS_DIR else None
    if found is None:
        raise Problem(404)
    return FileResponse(found.open("rb"), content_type="application/gzip", filename=name)
