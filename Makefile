# Works with GNU make 3.81 (macOS) and later. What a step needs is installed by the scripts in tools/.
SHELL := /bin/bash
BIN := .venv/bin
PY := $(BIN)/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests and tools start hundreds of processes, and each would compile the whole program again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: upgrade test-newest ai-gym ladder openings play-all scenario-list balance history trials reliability mutants help play venv dev system lint lint-style lint-types check test test-python golden screenshots map art locale wheel apps clean

help:
	@echo "make play         install into .venv what is missing and open the game"
	@echo "make test         install the developer's tools, then lint, types, imports and every test"
	@echo "make check        lint, types and imports only"
	@echo "make upgrade      lock the newest packages, run the tests with them, say what changed"
	@echo "make test-newest  run the tests with the newest packages and leave the lock as it is"
	@echo "make locale       take new messages over into the translation catalogues and compile them"
	@echo "make screenshots  the pictures of docs/screenshots, half an hour at most"
	@echo "make golden       the golden transcripts of tests/golden, after a change of rules or data"
	@echo "make trials       an hour of everything that tries to break it, and docs/lab/trials.md; goes on when stopped"
	@echo "make reliability ten minutes of kills, damage, forgeries and leaks, and docs/lab/reliability.md"
	@echo "make mutants      do the tests notice wrong rules, of every system? and docs/lab/mutation.md; goes on when stopped"
	@echo "make ai-gym       what the computer players can do, position by position; tables in docs/ai_results.md, docs/lab/ai_zocbonds.md"
	@echo "make ladder       the computer players against each other, and their tables in docs/ai_results.md, docs/lab/ai_cards.md, docs/lab/ai_zocbonds.md"
	@echo "make openings     opening plans for the level hard, found by thousands of games"
	@echo "make scenario-list the lists of scenarios that the program reads, and tables of the manual, after a change of data"
	@echo "make balance      every scenario with equal players; docs/lab/balance.md, and its like of each system"
	@echo "make play-all     every scenario to its end by simple players, and docs/lab/play_all.md"
	@echo "make history      the whole battle by computer players against 1944; docs/lab/history.md, docs/lab/history_zocbonds.md"
	@echo "make map          campaigns/operations/map.json from the geography"
	@echo "make art          the pictures of the map that the window draws"
	@echo "make wheel        dist/wab-VERSION-py3-none-any.whl"
	@echo "make apps         archives that need no Python: Linux, Windows, macOS; then the one for Linux is played"
	@echo "make clean        remove what make has made"

play: venv
	@$(BIN)/wab

venv:
	@tools/setup_venv.sh play

dev:
	@tools/setup_venv.sh dev

system:
	@tools/setup_system.sh

# Lint, format, types, one-way imports.
lint: lint-style lint-types

lint-style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint-types:
	$(BIN)/mypy
	$(BIN)/lint-imports

check: dev
	@$(MAKE) --no-print-directory lint

# The window tests need an X server of their own (Xvfb), which macOS does not have.
WINDOW_TESTS := $(if $(filter Darwin,$(shell uname -s)),-m "not window and not gym and not trial",)

# Types and imports are checked beside the tests, which often wait for a window or a process. They say nothing but errors.
test: system dev
	@$(MAKE) --no-print-directory lint-style
	@mkdir -p build
	@$(MAKE) --no-print-directory lint-types >build/types.txt 2>&1 & types=$$!; trap "kill $$types" INT TERM; \
	$(MAKE) --no-print-directory test-python; tested=$$?; \
	wait $$types || { cat build/types.txt; exit 1; }; exit $$tested

test-python:
	$(PY) -m pytest -n 2 $(WINDOW_TESTS)

# A lock that fails the tests stays in the working tree: mend what it breaks, or take it back with git.
upgrade: system dev
	@mkdir -p build
	@$(PY) -m tools.lock >build/upgrade.txt
	@cat build/upgrade.txt
	@tools/setup_venv.sh dev
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory test-python
	@echo "The tests pass with the new lock:"
	@cat build/upgrade.txt

test-newest: system
	@tools/setup_venv.sh newest
	@$(MAKE) --no-print-directory BIN=build/newest/bin lint
	@$(MAKE) --no-print-directory BIN=build/newest/bin test-python

# Every picture that docs/screenshots/pictures.yaml lists; stops with an error where one cannot be drawn.
screenshots: dev
	$(PY) -m tools.screenshots

golden: dev
	$(PY) -m tests.golden.transcript

# Long runs, no part of `test`: they have small tests of their own in tests/lab and tests/trials.
trials: dev
	$(PY) -m trials

reliability: dev
	$(PY) -m trials --minutes 10 --page docs/lab/reliability.md --store build/reliability.json --only kills servers server-pairs saves \
		writers forgeries strangers careers seeds consoles endings players leaks digests

mutants: dev
	$(PY) -m trials.mutants --report docs/lab/mutation.md

# What these play is kept in build/: stopped and started again they go on.
ai-gym: dev
	$(PY) -m tests.ai.gym.report
	$(PY) -m tests.ai.gym.report --system zocbonds
	$(PY) -m tests.ai.gym.metrics
	$(PY) -m lab.objectives
	$(PY) -m tests.ai.gym.honesty

ladder: dev
	$(PY) -m lab.ladder
	$(PY) -m lab.ladder --system cards
	$(PY) -m lab.ladder --system zocbonds --games 40
	$(PY) -m lab.ladder --system blind --games 40
	$(PY) -m lab.ladder --system omaha

openings: dev
	$(PY) -m lab.openings

balance: dev
	$(PY) -m lab.balance
	$(PY) -m lab.balance --system cards
	$(PY) -m lab.balance --system zocbonds
	$(PY) -m lab.balance --system blind
	$(PY) -m lab.balance --system omaha

scenario-list: dev
	$(PY) -m tools.scenario_list
	$(PY) -m tools.manual_tables

play-all: dev
	$(PY) -m lab.play_all

history: dev
	$(PY) -m lab.history_report
	$(PY) -m lab.history_report --system zocbonds

map: dev
	$(PY) -m art.build_map
	$(PY) -m art.build_map --map zocbonds
	$(PY) -m art.build_map --map blind
	$(PY) -m art.build_map --map omaha

art: dev
	$(PY) art/paint_map.py
	$(PY) art/paint_map.py campaigns/zocbonds --legend campaigns/zocbonds/legend.yaml --scale 3.8
	$(PY) art/paint_map.py campaigns/blind --legend campaigns/blind/legend.yaml --scale 4
	$(PY) art/paint_map.py campaigns/omaha --legend campaigns/omaha/legend.yaml --scale 1 --steeper 2.6 --from-hexes

locale: dev
	$(PY) tools/locale_catalogue.py update
	$(PY) tools/locale_catalogue.py check

wheel: dev
	$(PY) -m build --no-isolation --outdir dist .

apps: dev
	$(PY) -m tools.build_apps
	$(PY) -m pytest tests/archives.py

clean:
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
