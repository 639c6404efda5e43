# `make run` starts the companion as start.py does, `make test` checks it. Each first installs what is missing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
TYPED := app.py start.py companion $(if $(wildcard vision/*.py),vision)

CHECK = $(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/mypy $(TYPED)
# Whoever has nothing left to do takes tests from the other: files with a browser take much longer than others.
# What Python compiled is kept, whatever the environment says: tests start some hundred processes.
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses auto --dist worksteal

.PHONY: install run quick test full soak town bench look messages chromium engines-packages faults-packages postgres-packages

install: $(VENV)/installed

run:
	@$(PYTHON) start.py

# Tiers of tests (tests/tiers.py): while working, before a push, before a release. A test that needs what this machine
# lacks is left out, and the last lines say so.
quick: $(VENV)/installed-tests
	$(CHECK)
	$(PYTEST) --tier quick

test: $(VENV)/installed-tests chromium
	$(CHECK)
	$(PYTEST) --tier test

full: $(VENV)/installed-tests chromium engines-packages faults-packages postgres-packages
	$(CHECK)
	$(PYTEST) --tier full

# Kills, load, hostile clients and random games, with fresh seeds it prints; SEED=… brings the same again.
soak: $(VENV)/installed-tests
	$(BIN)/python -m tests.soak $(SEED)
	$(BIN)/python -m tests.faults $(SEED)
	$(BIN)/python -m tests.load
	$(PYTEST) --tier soak $(if $(SEED),--hypothesis-seed $(SEED))

# The sentences of code and templates, for translators: messages.pot, and each catalogue with what is new in it.
messages: $(VENV)/installed
	$(BIN)/pybabel --quiet extract
	$(BIN)/pybabel --quiet update

# 200 tables on two processes, PostgreSQL and Caddy; then a process, Caddy and PostgreSQL are killed in turn: docs/town.md.
# It takes five minutes.
town: $(VENV)/installed-tests faults-packages postgres-packages
	$(BIN)/python -m tests.town

bench look: $(VENV)/installed-tests
	$(BIN)/python -m tests.$@

$(VENV)/installed: requirements.txt constraints.txt
	@$(PYTHON) start.py --install

$(VENV)/installed-tests: tests/requirements.txt requirements-postgres.txt $(VENV)/installed
	$(PIP) -r tests/requirements.txt
	@touch $@

# Installed as root on Debian; elsewhere pytest leaves the tests out that need them, and says how to install them.
DEBIAN = test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get -qq update \
         && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y

chromium:
	@command -v chromium-headless-shell >/dev/null || { $(DEBIAN) chromium-headless-shell >/dev/null; } \
	|| { command -v chromium >/dev/null && echo "With chromium-headless-shell the tests take half the time."; } || true

# Safari's engine and Firefox.
engines-packages:
	@{ command -v firefox-esr && command -v WebKitWebDriver && command -v Xvfb; } >/dev/null \
	|| { $(DEBIAN) firefox-esr webkit2gtk-driver xvfb >/dev/null; } || true

# A clock to set back and forth, and the proxies of docs/hosting.md.
faults-packages:
	@{ command -v faketime && command -v caddy && command -v nginx; } >/dev/null \
	|| { $(DEBIAN) faketime caddy nginx-light >/dev/null; } || true

# The other store; the tests start a server of their own, Debian's stays off.
postgres-packages:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { $(DEBIAN) postgresql >/dev/null; } || true
