# What there is to do here, from a machine that has Python 3.11 or newer and make.
# `make help` lists it. Everything goes into .venv; removing that folder undoes it.

VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps
IMAGE ?= pyramid-solitaire
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header

# A stamp carries the checksum of what was installed, so an unchanged lock costs nothing and a
# changed one is noticed whatever the file times say.
checksum = $(shell cat $(1) | cksum | tr ' ' '-')
RUN_STAMP := $(STAMPS)/run-$(call checksum,requirements/build.lock requirements/run.lock)
DEV_STAMP := $(STAMPS)/dev-$(call checksum,requirements/build.lock requirements/dev.lock)
PROJECT_STAMP := $(STAMPS)/project-$(call checksum,pyproject.toml setup.py)
# The development lock holds everything that running needs, in the same versions.
NEEDED_STAMP := $(if $(wildcard $(DEV_STAMP)),$(DEV_STAMP),$(RUN_STAMP))

# Tests run in as many processes as there are cores, but each has its own browser and servers.
# PYTEST_ADDOPTS='-n 0' runs them in one. What they have compiled is kept: each would do it anew.
PYTEST = env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest -n auto --maxprocesses 4

SOLVER_TYPES := $(wildcard app/solver/*.pxd)
SOLVER_SOURCES := $(strip $(SOLVER_TYPES) $(wildcard $(SOLVER_TYPES:.pxd=.py)))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Prerequisites are steps here, in the order they are written.
.NOTPARALLEL:

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | sort | \
		awk -F '\t' '{ printf "  make %-8s %s\n", $$1, $$2 }'

.PHONY: run
run: $(NEEDED_STAMP) $(PROJECT_STAMP) $(STAMPS)/solver ## Install what playing needs and start the server
	@echo "==> Starting the server"
	@exec $(BIN)/pyramid-solitaire serve

.PHONY: serve
serve: dev ## Run the server, and start it again on every change
	@exec $(BIN)/python -m app.develop

.PHONY: dev
dev: $(DEV_STAMP) $(PROJECT_STAMP) $(STAMPS)/solver ## Install what developing needs, start nothing

.PHONY: test
test: dev machine check ## Check style and types, then run every test
	@echo "==> Tests"
	@$(PYTEST)

.PHONY: quick
quick: dev check ## Check style and types, then run the tests that need Python alone
	@echo "==> Tests that need Python alone"
	@PYRAMID_TEST_EFFORT=$${PYRAMID_TEST_EFFORT:-0.2} \
		$(PYTEST) -m "not browser and not postgres and not server and not packaging"

# Chromium and PostgreSQL: found, installed where that is possible, or said to be missing.
.PHONY: machine
machine: dev
	@echo "==> Chromium and PostgreSQL"
	@$(BIN)/python -m tests.support.machine

# The checks of `lint` without its installing, for `test`, which has done that already.
.PHONY: check
check: dev
	@echo "==> Style and types"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo "Not formatted as agreed: make format"; exit 1; }
	@$(BIN)/mypy

.PHONY: lint
lint: dev check ## Check style, types and the Dockerfile
	@$(BIN)/hadolint Dockerfile

.PHONY: format
format: dev ## Put imports and layout in order
	@$(BIN)/ruff check --quiet --select I --fix .
	@$(BIN)/ruff format .

# A new language: make messages ADD=de
LANGUAGES = $(sort $(ADD) $(basename $(notdir $(wildcard app/locale/*.po))))

.PHONY: messages
messages: dev ## Bring the translations up to date with the sentences in code and templates
	@mkdir -p build
	@$(BIN)/pybabel --quiet extract --mapping-file pyproject.toml --add-location file \
		--sort-by-file --width 100 --project "Pyramid Solitaire" --version 1 \
		--copyright-holder "Pyramid Solitaire contributors" --header-comment "" \
		--output-file build/messages.pot app templates
	@for language in $(LANGUAGES); do \
		$(BIN)/pybabel --quiet update --init-missing --no-fuzzy-matching --ignore-obsolete \
			--ignore-pot-creation-date --width 100 --input-file build/messages.pot \
			--output-file app/locale/$$language.po --locale $$language || exit 1; \
	done

.PHONY: lock
lock: dev ## Write the lock files anew with the newest versions allowed
	@$(PIP) uv
	@$(LOCK) --upgrade pyproject.toml -o requirements/run.lock
	@$(LOCK) --upgrade -c requirements/run.lock requirements/build.in -o requirements/build.lock
	@$(LOCK) --upgrade -c requirements/run.lock -c requirements/build.lock --extra dev \
		pyproject.toml -o requirements/dev.lock
	@echo "Locks written; 'make test' tries them."

.PHONY: shots
shots: dev machine ## Take pictures of every page at every size into build/shots
	@$(BIN)/python -m tests.shots

.PHONY: bench
bench: dev ## Measure what a move costs, beside a plain answer and a bare commit
	@$(BIN)/python -m benchmarks.load

.PHONY: build
build: dev ## Build the wheel into dist/
	@rm -rf build/lib* build/bdist.* dist
	@$(BIN)/python -m pip --disable-pip-version-check --quiet wheel --no-deps --no-build-isolation \
		--wheel-dir dist .
	@ls dist

.PHONY: image
image: ## Build the container image (needs Docker)
	docker build --tag $(IMAGE) .

.PHONY: clean
clean: ## Remove everything that make has made, but no data
	rm -rf $(VENV) build dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -rf *.egg-info app/solver/*.so
	find app tests migrations -name __pycache__ -prune -exec rm -rf {} +

# The environment.

# The first Python that is new enough and complete; Debian's own lacks venv until asked for.
define FIND_PYTHON
old=; bare=; found=; \
for candidate in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if ! $$candidate -c '' 2>/dev/null; then continue; fi; \
	if ! $$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then \
		old="$$candidate ($$($$candidate --version))"; \
	elif ! $$candidate -c 'import venv, ensurepip' 2>/dev/null; then \
		bare=$${bare:-$$candidate}; \
	else found=$$candidate; break; fi; \
done; \
if [ -z "$$found" ] && [ -n "$$bare" ]; then \
	version=$$($$bare -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	echo "The Python here ($$bare, $$version) comes without venv and ensurepip."; \
	echo "On Debian or Ubuntu: apt-get install python$$version-venv"; \
	exit 1; \
elif [ -z "$$found" ]; then \
	echo "Python 3.11 or newer is needed; found: $${old:-none}."; \
	echo "Install one, or name it: make PYTHON=/path/to/python3 ..."; \
	exit 1; \
fi
endef

$(BIN)/python:
	@$(FIND_PYTHON); \
	echo "==> Making $(VENV) with $$($$found --version)"; \
	rm -rf $(VENV) && $$found -m venv $(VENV)

$(RUN_STAMP): | $(BIN)/python
	@echo "==> Installing what the server needs (the first time this takes a minute)"
	@$(PIP) --require-hashes -r requirements/build.lock -r requirements/run.lock
	@mkdir -p $(STAMPS) && rm -f $(STAMPS)/run-* && touch $@

$(DEV_STAMP): | $(BIN)/python
	@echo "==> Installing what developing needs (the first time this takes some minutes)"
	@$(PIP) --require-hashes -r requirements/build.lock
	@$(PIP) --require-hashes --use-pep517 --no-build-isolation -r requirements/dev.lock
	@mkdir -p $(STAMPS) && rm -f $(STAMPS)/dev-* $(STAMPS)/run-* && touch $@

$(PROJECT_STAMP): | $(BIN)/python
	@echo "==> Installing the project itself"
	@$(PIP) --no-deps --no-build-isolation --editable .
	@mkdir -p $(STAMPS) && rm -f $(STAMPS)/project-* && touch $@

# A compiled module hides its source, so it is made anew (or removed) whenever the source changed.
$(STAMPS)/solver: $(SOLVER_SOURCES) setup.py | $(PROJECT_STAMP)
	@rm -f app/solver/*.so
	@if [ -z "$(SOLVER_SOURCES)" ]; then :; \
	elif command -v cc >/dev/null || command -v gcc >/dev/null; then \
		echo "==> Compiling the solver"; \
		$(BIN)/python setup.py --quiet build_ext --inplace --force || \
			echo "==> It did not compile: the solver runs as plain Python, slower"; \
	else echo "==> No C compiler here: the solver runs as plain Python, slower"; fi
	@touch $@
