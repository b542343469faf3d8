# The daily commands. `make` without a target lists them. Targets that need .venv create it and keep it up to date.

PYTHON ?= python3
export SIZE ?= 2
export SCRAMBLE ?= R U' F2 R' U R2 F' U2 R F'
PYTEST_ARGS ?=
# A suite of benchmarks/, or all. Not read from the environment, where Linux on Windows sets NAME.
NAME = all
BENCH_ARGS ?=

# The tests start Python hundreds of times; without stored bytecode, each start compiles all modules that it loads.
unexport PYTHONDONTWRITEBYTECODE

PY := .venv/bin/python
# One process more than processors, at most four (conftest.py). An idle process takes tests from another process.
PYTEST := $(PY) -m pytest --numprocesses auto --dist worksteal
INSTALL := $(PY) -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
LINTED := src tests tools conftest.py hatch_build.py page/build.py page/generate docs $(wildcard benchmarks examples formal)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help venv run serve page test formal check durations soak mutants other-python lint types words wire format pictures bench lock build release clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: .venv/ready ## solve a scramble and show it: make run SCRAMBLE="R U F2" SIZE=3 (1 s, the first time 25 s)
	@.venv/bin/cubeproof solve "$$SCRAMBLE" --size "$$SIZE"

serve: page ## show the page with cubes to turn, paint and solve, at http://127.0.0.1:8000 (1 s, the first time 1 min)
	@.venv/bin/cubeproof serve

page: .venv/ready-dev ## build the page, with a node that comes from PyPI (1 s, the first time 10 s)
	@$(PY) page/build.py

test: page ## run the quick tests: promises, past faults, a sample of the rest: make test PYTEST_ARGS="-k store -x" (3 min)
	@$(PYTEST) -m "not check and not soak" $(PYTEST_ARGS)

formal: ## check the proofs in Coq, build the extracted checker; requires coq, ocaml, ocaml-findlib (3 min)
	@$(MAKE) --no-print-directory -C formal

check: lint types page ## lint, types, and every test except soak, as in CI, which also runs make formal (15 min)
	@$(PYTEST) $(PYTEST_ARGS)

durations: page ## measure every test except soak, and record the times (15 min)
	@$(PYTEST) --write-durations $(PYTEST_ARGS)

soak: page ## run the tests marked soak: more of the same tests, too long for CI (1 h)
	@$(PYTEST) -m soak $(PYTEST_ARGS)
	@if command -v coqchk >/dev/null; then $(MAKE) --no-print-directory -C formal coqchk; \
	else echo 'Coq is not installed, so coqchk was not run.' >&2; fi

other-python: ## run README's two commands on a fresh Debian 13, with Python 3.13; requires root and debootstrap (10 min)
	@tools/other_python.sh PYTEST_ARGS="$(PYTEST_ARGS)"

mutants: page ## which tests find which of the stored faults: make mutants MUTANTS="--all-tests --only store" (hours)
	@$(PY) tests/mutation/run.py $(MUTANTS)

lint: .venv/ready-dev ## check rules and layout (ruff), layers of packages (import-linter), plain English (5 s)
	@$(PY) -m ruff check $(LINTED)
	@$(PY) -m ruff format --check $(LINTED)
	@.venv/bin/lint-imports --no-cache --no-logo
	@$(PY) tests/tools/plain_english.py
	@$(PY) -m benchmarks.line_counts

types: .venv/ready-dev ## check types: Python (mypy, strict), also for Windows and macOS, the page (tsc) (10 s, the first time 1 min)
	@$(PY) -m mypy --num-workers auto
	@for system in win32 darwin; do $(PY) -m mypy --num-workers auto --platform $$system --cache-dir .mypy_cache/$$system src || exit; done
	@$(PY) page/generate/wire.py --check
	@$(PY) page/generate/facts.py --check
	@$(PY) page/build.py --types

words: page ## add the codes of new sentences to each table of languages/ with an empty text, and list them (5 s)
	@$(PY) tools/words.py

wire: .venv/ready-dev ## write the page's files that come from Python: types of the API, examples, look of cubes (5 s)
	@$(PY) page/generate/facts.py
	@$(PY) page/generate/examples.py
	@$(PY) page/generate/wire.py

format: .venv/ready-dev ## format the code and apply the repairs of ruff (1 s)
	@$(PY) -m ruff check --fix $(LINTED)
	@$(PY) -m ruff format $(LINTED)

pictures: page ## draw the pictures of README and docs again, the page with Chromium (15 s)
	@.venv/bin/cubeproof show "$$SCRAMBLE" --size 3 --view solid -o docs/pictures/cube.svg
	@.venv/bin/cubeproof show "R U R' U' R' F R F'" --view plan --mask oll --pixels 240 -o docs/pictures/case.svg
	@.venv/bin/cubeproof show "$$SCRAMBLE" --size 3 --view solid --hidden --pixels 320 -o docs/pictures/hidden.svg
	@.venv/bin/cubeproof explore -o docs/pictures/layers.svg > /dev/null
	@$(PY) docs/pictures/painted.py docs/pictures
	@.venv/bin/cubeproof animate "R U R' U'" --pixels 240 -o docs/pictures/turns.gif
	@$(PY) docs/pictures/photograph.py docs/pictures/page.png

bench: .venv/ready-dev ## measure the engines and the server against their targets: make bench NAME=search (10 min)
	@$(PY) -m benchmarks $(NAME) $(BENCH_ARGS)

build: .venv/ready-dev ## build sdist and wheel in dist/; after `make formal` on Linux x86-64 also a wheel with the proved checker (10 s)
	@$(PY) -m build --no-isolation
	@if [ "$$(uname -sm)" = 'Linux x86_64' ] && [ -x formal/built/cubeproof-formal ]; then \
	  $(MAKE) --no-print-directory -C formal static && \
	  CUBEPROOF_PROGRAM=formal/built/static/cubeproof-formal $(PY) -m build --no-isolation --wheel; \
	else echo 'No wheel with the proved checker: that needs Linux x86-64 and `make formal`.' >&2; fi

release: page ## run the checklist of a release: make release VERSION=0.2.0; it uploads nothing (30 min)
	@$(PY) tools/release.py $(VERSION)

venv: .venv/ready-dev ## create .venv with all development tools (50 s)

lock: ## write the newest versions of all packages to constraints.txt (1 min)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || \
	  { echo 'The versions must suit the oldest Python supported: make lock PYTHON=python3.11' >&2; exit 1; }
	@rm -rf .venv/lock
	@$(PYTHON) -m venv .venv/lock
	@.venv/lock/bin/python -m pip --disable-pip-version-check install --quiet '.[dev]'
	@{ echo '# Versions of a tested set, transitive ones too; made by "make lock", used by the Makefile.'; \
	   .venv/lock/bin/python -m pip --disable-pip-version-check freeze --exclude cubeproof; } > .venv/lock/constraints.txt
	@mv .venv/lock/constraints.txt constraints.txt
	@rm -rf .venv/lock

clean: ## remove .venv, builds and caches of tools, not the tables (1 s)
	@rm -rf .venv build dist page/node_modules src/cubeproof/web/built .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find src tests -name __pycache__ -prune -exec rm -rf {} +
	@find formal \( -name '*.vo*' -o -name '*.glob' -o -name '.*.aux' -o -name 'Makefile.coq*' \) -delete
	@rm -rf formal/built formal/extracted

# Three steps, so that `make run` does not wait for development tools. hatchling is installed first and the build is not
# isolated: an isolated build would fetch a hatchling that constraints.txt does not pin.
.venv/ready-dev: .venv/ready
	@echo 'Installing the tools for development ...' >&2
	@$(INSTALL) --no-build-isolation --editable '.[dev]'
	@touch $@

.venv/ready: .venv/made pyproject.toml constraints.txt
	@echo 'Installing cubeproof and what it needs into .venv ...' >&2
	@$(INSTALL) hatchling
	@$(INSTALL) --no-build-isolation --editable .
	@touch $@

# Debian splits ensurepip off into python3-venv; a pip of the system can replace it.
.venv/made:
	@command -v $(PYTHON) >/dev/null || \
	  { echo 'There is no $(PYTHON) here. On Debian or Ubuntu: apt install python3 python3-venv' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "cubeproof needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V). Name another one: make PYTHON=python3.12" >&2; exit 1; }
	@rm -rf .venv
	@if $(PYTHON) -c 'import ensurepip' 2>/dev/null; then $(PYTHON) -m venv .venv; \
	elif $(PYTHON) -m pip --version >/dev/null 2>&1; then \
	  $(PYTHON) -m venv --without-pip .venv && $(PYTHON) -m pip --python .venv install --quiet pip; \
	else \
	  echo 'This Python cannot make virtual environments. On Debian or Ubuntu: apt install python3-venv' >&2; exit 1; fi
	@touch $@
