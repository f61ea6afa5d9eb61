"""Leaves the runs under kills out unless `make chaos-checks` asks for them: what they meet is up to
the machine, and the whole suite must not fail by chance."""

import os

collect_ignore = [] if os.environ.get("CHAOS") else ["test_chaos.py"]
