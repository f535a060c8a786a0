# `make play` to see a game, `make test` to check everything. Both set up what they need in .venv first.

.DEFAULT_GOAL := help
.PHONY: help setup page play play-page docs-site release-check test test-all test-train screenshots lint web packages rules sample compiled compiled-core compiled-web compiled-live compiled-real-time docs bots mutants reach bench engine clean

BIN := .venv/bin
STAMP := .venv/.set-up
PLAY_STAMP := .venv/.set-up-to-play
BENCH_STAMP := .venv/.set-up-bench
TRAIN_STAMP := .venv/.set-up-train

# Compiled rules stay in the repository's own cache, so that one run of the checks compiles each game once.
export PARLOUR_CACHE ?= $(CURDIR)/.cache/parlour

# Packages are installed without bytecode, which takes pip longer than the rest; Python writes that of the few modules it
# imports at their first use.
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt
unexport PYTHONDONTWRITEBYTECODE

# Where the system has no Node, tools/web_build.py puts one into .venv.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm
INTERPRETED := NUMBA_DISABLE_JIT=1

help:
	@echo "make play     open the game table in the browser (installs only what playing needs)"
	@echo "make setup    .venv with Parlour and the tools of its developers in it"
	@echo "make test     every check"
	@echo "make test GAME=parrot  the tests of one game"
	@echo "make test-all every check, with the full counts of the heavy tests"
	@echo "make test-train  the tests of parlour train, with PyTorch"
	@echo "make screenshots  pictures of every screen; renews those in docs/screens"
	@echo "make engine   rules and bots as WebAssembly for the browser (web/engine; a few minutes)"
	@echo "make docs     docs/rules, docs/options.md, docs/actions.md, docs/bots.md"
	@echo "make bots     how strong the bots are (an hour or two; docs/bots.json)"
	@echo "make mutants  how many faults put into the rules the tests notice (an hour or more)"
	@echo "make reach    what random play never reaches (docs/reach.md)"
	@echo "make bench    speed, beside OpenSpiel, Pgx, RLCard and PettingZoo (docs/speed.md)"
	@echo "make docs-site      the documentation as a web site, with search and API reference (build/site)"
	@echo "make release-check  build wheel and sdist, and play with each in an empty environment"
	@echo "make clean    remove what was made, .venv included"

setup: $(STAMP)
	@:

$(BIN)/python:
	@found=; \
	for python in python3.11 python3.12 python3.13 python3.14 python3; do \
	  if $$python -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then echo "Parlour needs Python 3.11 or newer, with venv; none was found." >&2; exit 1; fi; \
	echo "Making .venv with $$found"; $$found -m venv .venv

# What developers need contains what players need, so both stamps are set.
$(STAMP): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing Parlour and its developers' tools into .venv"
	@$(PIP_INSTALL) -e '.[dev]'
	@touch $@ $(PLAY_STAMP)

$(PLAY_STAMP): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing Parlour into .venv"
	@$(PIP_INSTALL) -e .
	@touch $@

$(BENCH_STAMP): $(STAMP)
	@$(PIP_INSTALL) -e '.[bench]'
	@touch $@

# The npm packages of the browser table; installs Node into .venv where there is none.
packages: setup
	@$(BIN)/python tools/web_build.py --packages

$(TRAIN_STAMP): $(STAMP)
	@$(PIP_INSTALL) -e '.[train]'
	@touch $@

# The browser table, built into the package.
page: packages
	@$(BIN)/python tools/web_build.py

# pip and npm work side by side. Should there be no Node, pip has to install that first.
play: | $(BIN)/python
	@$(BIN)/python tools/web_build.py --node
	@$(MAKE) --silent --no-print-directory -j 2 $(PLAY_STAMP) play-page
	@$(BIN)/parlour

play-page: | $(BIN)/python
	@$(BIN)/python tools/web_build.py

# The cheap checks first, side by side. Each stage's time and the total are printed at the end; a failed stage does not
# keep the others from running.
STAGES := lint,web,rules,sample compiled-core compiled-web compiled-live compiled-real-time
ifdef GAME
test: packages
	@$(BIN)/python tools/one_game.py $(GAME)
else
test:
	@sh tools/system.sh
	@MAKE_FEATURES="$(.FEATURES)" python3 tools/stages.py setup $(STAGES)
endif

# The same with the full counts of the heavy tests: networks, crashes, fuzz.
test-all:
	@PARLOUR_FULL=1 $(MAKE) --no-print-directory test

# Training needs PyTorch, which is large, so its tests are not part of `make test`.
test-train: $(TRAIN_STAMP)
	$(BIN)/python -m pytest -n 2 tests/train tests/examples

screenshots: page
	@$(BIN)/python tools/screenshots.py --keep

lint: packages
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy tools bench
	$(BIN)/lint-imports --no-logo
	$(INTERPRETED) $(BIN)/python tools/docs.py --check
	$(BIN)/python tools/protocol.py --check
	$(BIN)/python tools/page_constants.py --check
	$(BIN)/python tools/page_views.py --check
	$(BIN)/python tools/page_games.py --check
	$(INTERPRETED) $(BIN)/python -m parlour.browser --check
	cd web && $(NPM) run --silent lint
	cd web && $(NPM) run --silent format:check

# The browser's own checks, and the page that the last tests open.
web: page
	cd web && $(NPM) run --silent check
	cd web && $(NPM) test --silent

# The statements of the rulebooks, interpreted: their tests must pass every branch of the rules.
rules: setup
	$(INTERPRETED) $(BIN)/coverage run --branch --source=src/parlour/games -m pytest tests/games/*/test_rules*.py
	$(BIN)/coverage report --include="$$($(BIN)/python tools/rulebooks.py)" --show-missing --skip-covered --fail-under=100

# Whole random matches, interpreted: a sample of what runs compiled, at full tables (with PARLOUR_FULL at all).
sample: setup
	$(INTERPRETED) $(BIN)/python -m pytest -n 2 tests/games/test_play.py -k "thousand or no_card_is_lost" \
	  $(if $(PARLOUR_FULL),,-m full_table)

# Two at a time; live tests mostly wait, so three. What measures real time over real sockets has the machine for itself.
# Browsers and live tests never share a worker: a browser brings an event loop of its own. The longest come first.
REAL_TIME := tests/live/test_network.py tests/live/test_bench.py
compiled: compiled-core compiled-web compiled-live compiled-real-time
compiled-core: page
	$(BIN)/python -m pytest -n 2 --dist worksteal --ignore=tests/live --ignore=tests/web
compiled-web: page
	$(BIN)/python -m pytest -n 2 --maxschedchunk=1 tests/web/test_matches.py tests/web/test_everyone.py tests/web
compiled-live: page
	$(BIN)/python -m pytest -n 3 --dist worksteal tests/live $(REAL_TIME:%=--ignore=%)
compiled-real-time: page
	$(BIN)/python -m pytest $(REAL_TIME)

# What is published, as its users get it: installed without Node into empty environments, then played.
release-check: setup
	@sh tools/system.sh
	$(BIN)/python tools/release_check.py

# The Markdown of docs/ as a web site, built without a network; broken links are errors.
docs-site: setup
	$(BIN)/python tools/docs_site.py

docs: setup
	$(INTERPRETED) $(BIN)/python tools/docs.py
	$(BIN)/python tools/protocol.py
	$(BIN)/python tools/page_constants.py
	$(BIN)/python tools/page_views.py
	$(BIN)/python tools/page_games.py
	$(BIN)/python tools/notebook.py

bots: setup
	$(BIN)/python tools/bots.py
	$(BIN)/python tools/reactions.py
	@$(MAKE) --no-print-directory docs

# Rules and bots as WebAssembly, for playing in the browser without a server. The built files are committed.
engine: setup
	$(BIN)/python -m parlour.browser

mutants: setup
	$(INTERPRETED) $(BIN)/python tools/mutants.py

reach: setup
	$(INTERPRETED) $(BIN)/python tools/reach.py

bench: $(BENCH_STAMP)
	$(BIN)/parlour bench --out docs/speed.md

clean:
	rm -rf web/node_modules src/parlour/page .venv .cache .coverage .hypothesis .mypy_cache .ruff_cache .import_linter_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
