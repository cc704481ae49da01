# Everything that is done with this project, one word each; `make` alone lists them. Needs Python 3.11 or newer and nothing else.

PORT    ?= 8001
PY      := .venv/bin/python
STRAND  := $(PY) -m ingest
SAMPLE  := $(PY) scripts/sample.py
# To use another interpreter than the first that fits: make PYTHON=/path/to/python3.12 ...
export PYTHON
unexport PYTHONPATH PYTHONHOME

.DEFAULT_GOAL := help
.SUFFIXES:

##@ Use it

.PHONY: help
help:  ## list these commands
	@awk 'BEGIN { FS = ":.*## " } \
	    /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	    /^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo

.PHONY: install
install:  ## set up .venv from the lock file (the other commands do it by themselves)
	@scripts/setup.sh run

.PHONY: serve
serve: install  ## look at the data in a browser [PORT=8001]
	@$(SAMPLE) archive
	@$(PY) web/serve.py --port $(PORT)

.PHONY: start
start: install  ## begin your own data: an empty archive.db and data.db, from sources.toml
	@$(STRAND) start

.PHONY: fetch
fetch: install  ## ask every source in sources.toml once
	@$(STRAND) fetch

##@ Work on it

.PHONY: data
data: install  ## rebuild the sample's data.db from captures/; rewritten only if it differs
	@$(SAMPLE) data

.PHONY: docs
docs: install  ## write the data dictionary and the list of queries from metadata.yml
	@$(PY) scripts/docs.py

.PHONY: test
test: dev  ## run the tests, network off [ARGS="-k words"]
	@$(PY) -m pytest -n auto --dist loadfile $(ARGS)

.PHONY: check
check: lint types imports fresh test  ## everything that must hold before a change is taken in

.PHONY: lint
lint: dev  ## style (ruff)
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .

.PHONY: types
types: dev  ## types (mypy, strict)
	@$(PY) -m mypy
	@$(PY) -m mypy --explicit-package-bases web scripts bench

.PHONY: imports
imports: dev  ## who may import whom (import-linter)
	@$(PY) -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'

.PHONY: fresh
fresh: install  ## is data.db what captures/ give, and are the documents what metadata.yml gives?
	@$(SAMPLE) fresh
	@$(PY) scripts/docs.py --check

.PHONY: fix
fix: dev  ## mend what ruff can mend by itself
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

.PHONY: bench
bench: dev  ## measure, beside others; prints a table of ratios
	@$(PY) -m bench $(ARGS)

.PHONY: lock
lock: install  ## write the lock files from pyproject.toml [UPGRADE=1]
	@scripts/lock.sh

.PHONY: test-lowest
test-lowest: dev  ## run the tests with the lowest versions that pyproject.toml admits
	@scripts/test_lowest.sh -n auto --dist loadfile $(ARGS)

.PHONY: clean
clean:  ## remove what can be made again; your own archive.db and data.db stay
	@rm -rf .venv build dist strandline.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find ingest web tests scripts bench -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

.PHONY: dev
dev:
	@scripts/setup.sh dev
