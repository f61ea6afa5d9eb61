import sys, os, collections
import pytest
from tests.kit.loop import Loop, Person, loop
from tests.tables.test_in_loop import Warm

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def test_trace(loop, table):
    w = Warm(loop, table)

    async def scene():
        return [await loop.listens(p, table.id, v) for p in ps]

    for _ in range(3):
        w.plays()
    v = table.snapshot.version
    ps = (w.mover, w.people[table.waiter])
    screens = loop.run(scene())
    for _ in range(3):
        w.plays()
    seen = {}
    root = os.getcwd() + "/"

    def prof(frame, ev, arg):
        if ev == "call":
            f = frame.f_code.co_filename
            if f.startswith(root) and "site-packages" not in f:
                seen.setdefault(f[len(root) :], set()).add(frame.f_code.co_name)

    m, f = w.mover, w.form
    sys.setprofile(prof)
    a = loop.posts(m, w.path, f, **{"Fairdeal-Socket": "open"})
    sys.setprofile(None)
    assert a.at_once
    for k, v in seen.items():
        print(k, sorted(v))

    async def bye():
        for s in screens:
            await s.send_input({"type": "websocket.disconnect", "code": 1000})
            await s.wait()

    loop.run(bye())
