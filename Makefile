# Everything sets itself up: `make play` and `make test` on a fresh machine need Python 3.11+, make and a C compiler
# (without a compiler the engine runs uncompiled, slower), and for the pages of the browser Node.js 20+ with npm.

PYTHON ?= python3
BIN := .venv/bin
ENGINE := $(wildcard $(shell sed -n '/^compiled = \[/,/^\]/s/^ *"\(.*\)",/\1/p' pyproject.toml))
WEB := $(shell find web -name node_modules -prune -o -type f -print)
NPM := npm --prefix web --silent run
INSTALL := $(BIN)/python -m pip install --quiet --constraint constraints.txt
PYTEST = $(BIN)/python -m pytest -n $(JOBS) --dist worksteal
SIDE_BY_SIDE := $(MAKE) --no-print-directory --jobs=2
GAME ?=
TESTS ?= tests mesozoic
JOBS ?= auto
KILLS ?= 200
FAULTS ?= 100000
SEEDS ?= 1
LOAD ?=
PEER ?=
ON ?=
RUNS ?= 10
DECISIONS ?= 10000000
CLUSTER ?=

.PHONY: help play play-terminal test test-long test-lab test-often kill-test test-faults abuse-test web web-types shots lint types check campaign bench bench-peers bench-table bench-bots playthroughs build clean

help:  ## what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play:  ## play in the browser
	@$(SIDE_BY_SIDE) .venv/play .venv/web
	@scripts/play.sh $(MAKE)

play-terminal: .venv/engine  ## play in the terminal (GAME=name picks the game)
	@$(BIN)/mesozoic play $(GAME)

test:  ## all tests (TESTS=path runs some of Python's only)
	@$(SIDE_BY_SIDE) .venv/dev .venv/engine .venv/web .venv/programs
	$(if $(filter tests,$(TESTS)),$(NPM) test)
	$(PYTEST) $(TESTS)
	$(if $(filter tests,$(TESTS)),$(PYTEST) tests/browser)

test-long: .venv/dev .venv/engine .venv/web .venv/programs  ## what is too long for every test: all sizes, numbers of players and whole games in the browser
	$(PYTEST) -m long tests/browser

test-lab: .venv/dev .venv/engine  ## the lab's long proofs: planted cards are found, 200 pairs of played runs in which nothing differs, killed workers
	$(PYTEST) -m long tests/lab

test-often: .venv/dev .venv/engine .venv/web .venv/programs  ## the table's and the browser's tests RUNS=10 times, all cores kept busy
	$(BIN)/python scripts/test_often.py --runs $(RUNS) --jobs $(JOBS)

web: .venv/web  ## build the pages of the browser, if their source has changed

web-types: .venv/dev .venv/npm  ## write the browser's types anew from the server's messages
	$(BIN)/python scripts/web_types.py
	$(NPM) types

shots: .venv/dev .venv/engine .venv/web .venv/programs  ## screenshots of every page and board into shots/, and the README's pictures
	$(BIN)/python scripts/shots.py
	$(BIN)/python scripts/shots.py --readme

kill-test: .venv/dev .venv/engine  ## kill the table's server 200 times under play (KILLS=n, ON=postgres) and see that nothing is lost
	$(BIN)/python -m tests.table.kill_campaign --kills $(KILLS) $(if $(filter postgres,$(ON)),--postgres)

test-faults: .venv/dev .venv/engine  ## simulate FAULTS=100000 faults of disk, clock, network and processes, from seed SEEDS=1 on
	$(BIN)/python -m tests.table.fault_campaign --faults $(FAULTS) --first $(SEEDS) $(if $(filter-out auto,$(JOBS)),--jobs $(JOBS))

abuse-test: .venv/dev .venv/engine  ## what a bystander notices while one client does everything wrong, and the server's memory after it
	$(BIN)/python -m tests.table.abuse_campaign

lint: .venv/dev .venv/npm  ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(NPM) lint

types: .venv/dev .venv/npm  ## types; the browser's must be those of the server's messages
	$(BIN)/mypy
	$(BIN)/python scripts/web_types.py --check
	$(NPM) types -- --check
	$(NPM) check

check: .venv/dev .venv/engine  ## a long conformance campaign of every game (GAME=name for one)
	$(BIN)/mesozoic check $(GAME) --games 20

campaign: .venv/dev .venv/engine  ## check the laws after DECISIONS=10000000 decisions of every game (GAME=name, CLUSTER=tcp://HOST:PORT); goes on where it was stopped
	$(BIN)/mesozoic campaign $(GAME) --decisions $(DECISIONS) --out build/campaign $(if $(CLUSTER),--cluster $(CLUSTER))

bench: .venv/bench .venv/engine  ## speed of every game, compiled and not, beside OpenSpiel, and of batches beside their peers
	$(BIN)/mesozoic bench
	$(BIN)/python benchmarks/peers.py

bench-peers: .venv/bench .venv/engine  ## the second half of it alone: observed steps of batches beside pgx, EnvPool, RLCard, PettingZoo and OpenSpiel
	$(BIN)/python benchmarks/peers.py

bench-table: .venv/dev .venv/engine  ## load on the table's server: moves per second, latency, memory (LOAD=--quick is a short one; PEER=boardgame.io beside it)
ifeq ($(PEER),)
	$(BIN)/python benchmarks/table.py $(LOAD)
else
	npm --prefix benchmarks/$(PEER) install --no-package-lock --no-audit --no-fund --silent
	$(BIN)/python benchmarks/peer.py $(LOAD)
endif

bench-bots: .venv/dev .venv/engine  ## 50 tables with bots at once: how long each bot takes for a move
	$(BIN)/python benchmarks/bots.py

playthroughs: .venv/dev .venv/engine  ## write the playthrough files anew
	$(BIN)/python -m mesozoic.lab.playthrough

build: .venv/dev .venv/engine  ## compile the engine in place, if its source has changed

clean:  ## remove everything that was made
	rm -rf .venv build dist *.egg-info mesozoic__mypyc*.so web/node_modules mesozoic/table/static shots
	find mesozoic -name '*.so' -delete

.venv/bin/python:
	@echo "Setting up: a virtual environment in .venv"
	@$(PYTHON) -c 'import sys; sys.exit("Mesozoic needs Python 3.11 or newer: run make PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --upgrade pip

# What players need: the package with the lab, for the workshop, and the compiler of its engine, which then has a step of its own.
.venv/play: .venv/bin/python pyproject.toml constraints.txt
	@echo "Setting up: installing Mesozoic"
	@$(INSTALL) setuptools 'mypy[mypyc]' librt
	@MESOZOIC_PURE=1 $(INSTALL) --no-build-isolation --editable '.[lab]'
	@touch $@

# What contributors need: the same, with the tools for tests.
.venv/dev: .venv/play
	@echo "Setting up: installing the tools for tests"
	@MESOZOIC_PURE=1 $(INSTALL) --no-build-isolation --editable '.[dev]'
	@touch $@

.venv/bench: .venv/dev
	@echo "Setting up: installing the peers for the bench"
	@MESOZOIC_PURE=1 $(INSTALL) --no-build-isolation --editable '.[bench]' || echo "No peers could be installed: the bench runs without them."
	@touch $@

.venv/engine: $(ENGINE) setup.py pyproject.toml | .venv/play
	@echo "Compiling the engine, about a minute on two cores"
	@find mesozoic -name '*.so' -delete && rm -rf $@ mesozoic__mypyc*.so build/lib.*
	@$(BIN)/python setup.py --quiet build_ext --inplace > .venv/engine.log 2>&1 || { cat .venv/engine.log; exit 1; }
	@grep -h '^mesozoic:' .venv/engine.log || true
	@$(BIN)/mesozoic --version
	@touch $@

# What the pages of the browser need. Without npm, pages that were built before are used as they are.
.venv/npm: .venv/bin/python web/package-lock.json
	@command -v npm > /dev/null || { echo "$(NO_NPM)"; exit 1; }
	@echo "Setting up: the tools of the browser's pages, half a minute"
	@npm --prefix web ci --silent --no-audit --no-fund
	@touch $@

NO_NPM := The pages of the browser are built with Node.js 20 or newer and npm: install them from https://nodejs.org.
ifneq ($(shell command -v npm),)
.venv/web: .venv/npm $(WEB)
	@echo "Building the pages of the browser"
	@$(NPM) build -- --logLevel warn
	@touch $@
else
.venv/web: .venv/bin/python
	@test -f mesozoic/table/static/index.html || { echo "$(NO_NPM)"; exit 1; }
endif

# Chromium and PostgreSQL. What is still missing is looked for again the next time, and the tests say it too.
.venv/programs: .venv/bin/python scripts/programs.sh
	@if scripts/programs.sh .venv/programs.log; then touch $@; fi
