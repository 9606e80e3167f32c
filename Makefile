# Everything sets itself up: `make play` and `make test` on a fresh machine need Python 3.11+, make and a C compiler
# (without a compiler the engine runs uncompiled, slower).

PYTHON ?= python3
BIN := .venv/bin
ENGINE := $(wildcard mesozoic/kernel/*.py mesozoic/bots/*.py mesozoic/games/*/cards.py mesozoic/games/*/rules.py mesozoic/games/*/rules_*.py mesozoic/games/*/hints.py)
GAME ?=
TESTS ?= tests
JOBS ?= auto
LOAD ?=

.PHONY: help play test lint types check bench bench-table playthroughs build clean

help:  ## what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play: .venv/play  ## play in the terminal (GAME=name picks the game)
	@$(BIN)/mesozoic play $(GAME)

test: .venv/dev .venv/engine  ## all tests (TESTS=path runs some of them)
	$(BIN)/python -m pytest -n $(JOBS) $(TESTS)

lint: .venv/dev  ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/dev  ## types
	$(BIN)/mypy

check: .venv/dev .venv/engine  ## a long conformance campaign of every game (GAME=name for one)
	$(BIN)/mesozoic check $(GAME) --games 20

bench: .venv/bench .venv/engine  ## speed of every game, compiled and not, beside OpenSpiel
	$(BIN)/mesozoic bench

bench-table: .venv/dev .venv/engine  ## load on the table's server: moves per second, latency, memory (LOAD=--quick is a short one)
	$(BIN)/python benchmarks/table.py $(LOAD)

playthroughs: .venv/dev .venv/engine  ## write the playthrough files anew
	$(BIN)/python -m mesozoic.lab.playthrough

build: .venv/dev .venv/engine  ## compile the engine in place, if its source has changed

clean:  ## remove everything that was made
	rm -rf .venv build dist *.egg-info mesozoic__mypyc*.so
	find mesozoic -name '*.so' -delete

.venv/bin/python:
	@echo "Setting up: a virtual environment in .venv"
	@$(PYTHON) -c 'import sys; sys.exit("Mesozoic needs Python 3.11 or newer: run make PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --upgrade pip

# What players need: the package itself, its engine compiled where that is possible.
.venv/play: .venv/bin/python pyproject.toml setup.py constraints.txt $(ENGINE)
	@echo "Setting up: installing Mesozoic and compiling its engine, about a minute"
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	@$(BIN)/mesozoic --version
	@touch $@ .venv/engine

# What contributors need: the same, with the tools for tests and the compiler of the engine itself.
.venv/dev: .venv/bin/python pyproject.toml constraints.txt
	@echo "Setting up: installing Mesozoic with the tools for tests and compiling its engine, a minute or two"
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@$(BIN)/mesozoic --version
	@touch .venv/play .venv/engine $@

.venv/bench: .venv/dev
	@echo "Setting up: installing the peers for the bench"
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt '.[bench]' || echo "No peers could be installed: the bench runs without them."
	@touch $@

.venv/engine: $(ENGINE) setup.py
	@echo "Compiling the engine"
	@find mesozoic -name '*.so' -delete && rm -f mesozoic__mypyc*.so
	@$(BIN)/python setup.py --quiet build_ext --inplace > .venv/engine.log 2>&1 || { cat .venv/engine.log; exit 1; }
	@grep -h '^mesozoic:' .venv/engine.log || true
	@touch $@
