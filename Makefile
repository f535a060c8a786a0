# `make play` to see a game, `make test` to check it. Both set up what they need in .venv first.

.DEFAULT_GOAL := help
.PHONY: help setup setup-all system page play play-page docs-site release-check test test-all soak test-train screenshots lint style types web web-style web-types web-tests node packages rules sample core-tests browser-tests live-tests real-time-tests docs leaderboard reviews exercises mutants reach bench engine clean

BIN := .venv/bin
STAMP := .venv/.set-up
ALL_STAMP := .venv/.set-up-all
PLAY_STAMP := .venv/.set-up-to-play
BENCH_STAMP := .venv/.set-up-bench
TRAIN_STAMP := .venv/.set-up-train

# Compiled rules stay in the repository's own cache, so that one run of the checks compiles each game once.
export PARLOUR_CACHE ?= $(CURDIR)/.cache/parlour

# Packages are installed without bytecode, which Python writes at the first use of a module. Most stages of `make test`
# start at the same moment, and each of their processes would write the same bytecode, so the set-up imports what they share
# and lets pytest read all tests once.
SHARED_MODULES := pytest, xdist, hypothesis, coverage, numba.np.arraymath, numba.np.linalg, parlour.cli, parlour.live.server, \
  parlour.lab.report, polars, pettingzoo, gymnasium, playwright.sync_api
INSTALL := sh tools/install.sh
# For training and comparing: pip's configuration may say where PyTorch comes from, which uv does not read.
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt
unexport PYTHONDONTWRITEBYTECODE

# Where the system has no Node, tools/web_build.py puts one into .venv.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm
INTERPRETED := NUMBA_DISABLE_JIT=1

help:
	@echo "make play     open the game table in the browser (installs only what playing needs)"
	@echo "make setup    .venv with Parlour and the tools of its developers in it"
	@echo "make test     every kind of check once"
	@echo "make test GAME=parrot  the tests of one game"
	@echo "make test-all every test for every game and table (40 minutes)"
	@echo "make soak     every test, with the full counts of the heavy ones (hours)"
	@echo "make test-train  the tests of parlour train and of the examples, with PyTorch and other libraries for training"
	@echo "make screenshots  renew the pictures in docs/screens"
	@echo "make engine   rules and bots as WebAssembly for the browser (web/engine; a few minutes)"
	@echo "make docs     docs/rules, docs/options.md, docs/actions.md, docs/bots.md"
	@echo "make leaderboard  how strong the bots are (hours, because champions search; docs/leaderboard.md)"
	@echo "make reviews  what each level loses per decision, the scale of a review (an hour; docs/review.md)"
	@echo "make exercises  positions to solve, mined from matches between bots (web/exercises; half an hour or more)"
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
	echo "Making .venv with $$found"; $$found -m venv --without-pip .venv && $(BIN)/python tools/unpack_pip.py || { rm -rf .venv; exit 1; }

# Where there is no Node, pip installs one, and it must not install anything else at the same time.
node: | $(BIN)/python
	@$(BIN)/python tools/web_build.py --node

# What developers need contains what players need, so both stamps are set.
$(STAMP): pyproject.toml constraints.txt | node
	@echo "Installing Parlour and its developers' tools into .venv"
	@$(INSTALL) -e '.[dev]'
	@$(BIN)/python -c "import $(SHARED_MODULES); pytest.main(['--collect-only', '-qq'])" >/dev/null
	@touch $@ $(PLAY_STAMP)

# What tests need that pip does not install: Chromium and PostgreSQL.
system:
	@sh tools/system.sh

# What `make test` does without, because it is large.
setup-all: $(ALL_STAMP)
	@:

$(ALL_STAMP): $(STAMP)
	@echo "Installing what only make test-all and make docs-site need"
	@$(INSTALL) -e '.[dev-all]'
	@touch $@

$(PLAY_STAMP): pyproject.toml constraints.txt | node
	@echo "Installing Parlour into .venv"
	@$(INSTALL) -e .
	@touch $@

$(BENCH_STAMP): $(STAMP)
	@$(PIP_INSTALL) -e '.[bench]'
	@touch $@

# The npm packages of the browser table.
packages: node
	@$(BIN)/python tools/web_build.py --packages

# docs/environments.md says why PufferLib needs these settings.
$(TRAIN_STAMP): $(STAMP) tools/pufferlib_setup/sitecustomize.py
	@sh tools/system.sh compiler
	@$(PIP_INSTALL) -e '.[train,recipes,for-pufferlib]'
	@NO_OCEAN=1 PYTHONPATH="$(CURDIR)/tools/pufferlib_setup" $(PIP_INSTALL) --no-deps --no-build-isolation pufferlib
	@touch $@

# The browser table, built into the package.
page: packages
	@$(BIN)/python tools/web_build.py

# pip and npm work side by side.
play: node
	@$(MAKE) --silent --no-print-directory -j 2 $(PLAY_STAMP) play-page
	@$(BIN)/parlour

play-page: node
	@$(BIN)/python tools/web_build.py

# Each stage's time and the total are printed at the end; a failed stage does not keep the others from running. Where names
# are joined by commas, those stages run side by side, so that no core is idle while one of them waits or has only one thing
# left to do: the page is built while uv installs what the others need, and browsers and tests of the server mostly wait. What
# computes all the time leaves a core to them as soon as they want one. What measures the server comes last, beside the checks
# of style, which only take what it leaves.
# tests/extent.py says how much of the tests each of these runs.
lint web rules sample core-tests: SHELL := tools/gently.sh
# Tests run side by side, so NumPy need not use a second core for one of them.
rules sample core-tests live-tests browser-tests: export OPENBLAS_NUM_THREADS = 1
PYTEST_STAGES := core-tests live-tests real-time-tests browser-tests
RUN_STAGES = MAKE_FEATURES="$(.FEATURES)" python3 tools/stages.py
ifdef GAME
test: setup packages
	@$(BIN)/python tools/one_game.py $(GAME)
else
test:
	@PARLOUR_TESTS=once $(RUN_STAGES) setup,system,page,rules,sample,core-tests,browser-tests live-tests,web real-time-tests,lint
endif

# lint and web are whole in `make test` already.
test-all:
	@PARLOUR_TESTS=all $(RUN_STAGES) setup-all,system,page rules sample $(PYTEST_STAGES)

soak:
	@PARLOUR_TESTS=soak $(RUN_STAGES) setup-all,system,page rules sample $(PYTEST_STAGES)

# Training needs PyTorch, which is large, so its tests are not part of `make test`; nor are those of the recipes, whose
# libraries must all be there.
test-train: $(TRAIN_STAMP)
	PARLOUR_RECIPES=1 $(BIN)/python -m pytest -n 2 --dist worksteal tests/train tests/examples

screenshots: setup page
	@$(BIN)/python tools/screenshots.py --keep

# Each in two or three parts, which `make test` runs side by side.
lint: style types
style: setup packages
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo
	$(INTERPRETED) $(BIN)/python tools/derived.py
types: setup
	$(BIN)/mypy

# The browser's own checks. Needs nothing that pip installs.
web: web-style web-types web-tests
web-style: page
	cd web && $(NPM) run --silent lint
	cd web && $(NPM) run --silent format:check
web-types: page
	cd web && $(NPM) run --silent check
web-tests: page
	cd web && $(NPM) test --silent

# The statements of the rulebooks, interpreted: their tests must pass every branch of the rules. Beside the other stages of
# `make test` a second process would only read all the tests once more.
rules: setup
	$(INTERPRETED) $(BIN)/python -m pytest $(if $(filter once,$(PARLOUR_TESTS)),,-n 2 --dist worksteal) \
	  --cov=src/parlour/games --cov-branch --cov-report= tests/games/*/test_rules*.py
	$(BIN)/coverage report --include="$$($(BIN)/python tools/rulebooks.py)" --show-missing --skip-covered --fail-under=100

# Whole random matches, interpreted: a sample of what runs compiled, at full tables (`make soak`: at all). And short tests
# that need a game other than the one that `make test` compiles.
SAMPLED := tests/games/test_play.py tests/games/test_own_decks.py tests/envs/test_pettingzoo.py tests/live/test_done.py \
  tests/live/test_takes.py
sample: setup
	$(INTERPRETED) $(BIN)/python -m pytest $(SAMPLED) -k "thousand or no_card_is_lost or examples_of_the_page or same_moments or done or takes" \
	  -m "interpreted or $(if $(filter soak,$(PARLOUR_TESTS)),not deep,full_table)"

# Two at a time; live tests mostly wait, so three. What measures milliseconds has the machine for itself.
# Browsers and live tests never share a worker: a browser brings an event loop of its own.
REAL_TIME := tests/live/test_network.py tests/live/test_restart.py tests/web/test_waits.py
core-tests: setup page
	$(BIN)/python -m pytest -n 2 --dist worksteal --ignore=tests/live --ignore=tests/web
browser-tests: setup system page
	$(BIN)/python -m pytest -n 2 --maxschedchunk=1 tests/web $(REAL_TIME:%=--ignore=%)
live-tests: setup system page
	$(BIN)/python -m pytest -n 3 --dist worksteal tests/live $(REAL_TIME:%=--ignore=%)
real-time-tests: setup system page
	$(BIN)/python -m pytest $(filter tests/live/%,$(REAL_TIME))
	$(BIN)/python -m pytest $(filter tests/web/%,$(REAL_TIME))

# What is published, as its users get it: installed without Node into empty environments, then played.
release-check: setup system
	$(BIN)/python tools/release_check.py

# The Markdown of docs/ as a web site, built without a network; broken links are errors.
docs-site: setup-all
	$(BIN)/python tools/docs_site.py

docs: setup
	$(INTERPRETED) $(BIN)/python tools/docs.py
	$(BIN)/python tools/protocol.py
	$(BIN)/python tools/page_constants.py
	$(BIN)/python tools/page_views.py
	$(BIN)/python tools/page_games.py
	$(INTERPRETED) $(BIN)/python tools/card_art.py
	$(BIN)/python tools/notebook.py

# Plays only what is missing in docs/leaderboard.json. Stop it with Ctrl-C, and it goes on from there next time.
leaderboard: setup
	$(BIN)/parlour leaderboard --matches 4000 --searching 1000 --out docs/leaderboard.md
	$(BIN)/python tools/reactions.py

reviews: setup
	$(BIN)/python tools/reviews.py
	@$(MAKE) --no-print-directory docs

# Rules and bots as WebAssembly, for playing in the browser without a server. The built files are committed.
engine: setup
	$(BIN)/python -m parlour.browser

# Positions of the turn-based games to solve, from matches between bots. The files are committed.
exercises: setup
	$(BIN)/python tools/exercises.py

mutants: setup
	$(INTERPRETED) $(BIN)/python tools/mutants.py

reach: setup
	$(INTERPRETED) $(BIN)/python tools/reach.py

bench: $(BENCH_STAMP)
	$(BIN)/parlour bench --out docs/speed.md

clean:
	rm -rf web/node_modules src/parlour/page .venv .cache .coverage .hypothesis .mypy_cache .ruff_cache .import_linter_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
