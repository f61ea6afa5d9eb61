import sys, collections, os
import pytest
from tests.kit.loop import Loop, Person, loop
from tests.tables.conftest import Played
from tests.tables.test_in_loop import acts
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

def test_prof(loop, table):
    ps = {n: Person.of(table.cast[n]) for n in ("ann","ben")}
    for _ in range(9): acts(loop, table)
    tot=[]
    for _ in range(5):
        m=table.mover; code=table.legal()[0]; ply=table.row.ply; v=table.row.version
        c=collections.Counter(); stack=[]
        tree=collections.Counter()
        def prof(frame, ev, arg):
            if ev=="call":
                co=frame.f_code
                f=co.co_filename
                k=f.split("site-packages/")[-1].replace(os.getcwd()+"/","")
                c[k+":"+co.co_name]+=1
        co = loop.post(ps[m], f"/t/{table.id}/act/", {"code":code,"ply":ply}, **{"Fairdeal-Version":str(v), "Fairdeal-Socket": "open" if os.environ.get("S") else ""})
        sys.setprofile(prof)
        try: a=loop.run(co)
        finally: sys.setprofile(None)
        tot.append(sum(c.values()))
        assert a.at_once, a
    print("TOTAL", tot)
    mod=collections.Counter()
    for k,n in c.items(): mod[k.split(":")[0]]+=n
    for k,n in mod.most_common(60): print(n,k)
    print()
    for k,n in c.most_common(70): print(n,k)
