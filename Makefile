# Fairdeal's commands. Each sets up what it needs, once, in .venv; nothing but make, python3 and git has to be there.

PYTHON ?= python3
INSTALL = $(PYTHON) -I config/setup/install.py
RUN = .venv/bin/python
TEST = $(RUN) -m pytest -q
# Hundreds of processes are started: none compiles what another has compiled.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help install upgrade play dev test check test-fast coverage fuzz chaos chaos-checks lint format lock bench
.DEFAULT_GOAL := help

help:  ## this list
	@$(INSTALL) help

install:  ## set up .venv alone, for a unit of systemd
	@$(INSTALL)

upgrade:  ## the newest code and its packages; restart the site afterwards (docs/hosting/upgrading.md)
	git pull --ff-only
	@$(MAKE) --no-print-directory install

play:  ## set up and run the whole site; Ctrl-C stops it
	@$(INSTALL)
	@exec $(RUN) manage.py play

dev:  ## the whole site for developing: starts again when code or templates change; styles need a reload of the page
	@$(INSTALL)
	@DEBUG=on exec $(RUN) manage.py play --reload

test: lint  ## whether a change is right: style, types, contracts, and the tests that tell; six to eight minutes on two cores
	$(TEST) -n 3 -m "not breadth"
	$(RUN) -m tests.kit.postgres $(TEST) -n 3 -m "database and differs and not breadth"

check: lint  ## everything: all of make test, and breadth: every board, page, role, kill; both databases; coverage
	@$(INSTALL) check
	$(TEST) -n 2 -m "not browser" --cov --cov-report=
	$(RUN) -m tests.kit.postgres $(TEST) -n 2 -m database --cov --cov-append --cov-report=
	$(RUN) -m tests.kit.covered
	$(TEST) -n 2 -m browser

test-fast:  ## most tests: no lint, no browser, no PostgreSQL, no site started, no slow modules
	@$(INSTALL) dev
	$(TEST) -n 2 -m "not browser and not site and not slow"

coverage:  ## which lines no test runs; fails unless all of the engines are run, and 95 % of the site
	@$(INSTALL) dev
	$(TEST) -n 2 -m "not browser" --cov --cov-report=
	$(RUN) -m tests.kit.postgres $(TEST) -n 2 -m "database and differs" --cov --cov-append --cov-report=
	$(RUN) -m tests.kit.covered

REQUESTS ?= 10000
SEED ?= 7

fuzz:  ## random requests at every address, on SQLite, then on PostgreSQL: make fuzz REQUESTS=10000 SEED=7
	@$(INSTALL) dev
	$(RUN) -m tests.fuzz $(REQUESTS) $(SEED)
	REQUESTS=$$(($(REQUESTS) / 50)) SEED=$(SEED) $(RUN) -m pytest -q -n 0 tests/api/test_hostile.py

KILLS ?= 20

chaos:  ## play a site while its parts are killed, and prove that nothing was lost: make chaos KILLS=1000 SEED=7
	@$(INSTALL) dev
	$(RUN) -m tests.chaos --kills $(KILLS) --seed $(SEED)

chaos-checks:  ## leave a safeguard out, and see that the check of make chaos notices
	@$(INSTALL) dev
	$(TEST) tests/chaos -k noticed

lint:  ## style, types and who may import whom
	@$(INSTALL) dev
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	DATA_DIR=.venv/lint $(RUN) -m mypy
	$(RUN) -m djlint --lint --quiet templates games
	$(RUN) -c "from importlinter.cli import lint_imports_command; lint_imports_command()" --no-logo

format:  ## put the source into shape
	@$(INSTALL) dev
	$(RUN) -m ruff check --fix-only .
	$(RUN) -m ruff format .

lock:  ## choose new versions: requirements*.in to requirements*.txt
	@$(INSTALL) dev
	$(RUN) -m pip install --quiet uv
	$(RUN) -m uv pip compile --quiet --universal --python-version 3.11 --strip-extras --no-annotate --upgrade requirements.in -o requirements.txt
	$(RUN) -m uv pip compile --quiet --universal --python-version 3.11 --strip-extras --no-annotate --upgrade requirements-dev.in -o requirements-dev.txt

bench:  ## what a move costs, beside the least that it can cost (takes some minutes; leave the machine alone)
	@$(INSTALL) dev
	$(RUN) -m benchmarks.moves
