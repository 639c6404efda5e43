# `make run` starts the companion as start.py does, `make test` checks everything. Both first install what is missing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
TYPED := app.py start.py companion $(if $(wildcard vision/*.py),vision)

.PHONY: install run test bench soak look chromium engines-packages

install: $(VENV)/installed

run:
	@$(PYTHON) start.py

test: $(VENV)/installed-tests chromium
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy $(TYPED)
	@# Files in their own order: those with a browser take longest and come first, so nobody waits for one at the end.
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

bench soak look: $(VENV)/installed-tests
	$(BIN)/python -m tests.$@

$(VENV)/installed: requirements.txt constraints.txt
	@$(PYTHON) start.py --install

$(VENV)/installed-tests: tests/requirements.txt $(VENV)/installed
	$(PIP) -r tests/requirements.txt
	@touch $@

chromium:
	@test -x /usr/bin/chromium-headless-shell \
	|| { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get -qq update \
	     && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y chromium-headless-shell >/dev/null; } \
	|| { test -x /usr/bin/chromium && echo "With chromium-headless-shell the tests take half the time."; } \
	|| printf '\n%s\n' \
	  '*********************************************************************************' \
	  '*  NO CHROMIUM: what a phone really shows is NOT tested in this run.            *' \
	  '*  Install it with: sudo apt install chromium-headless-shell                    *' \
	  '*********************************************************************************' ''

# Safari's engine and Firefox. Where they are not, pytest leaves their tests out and says so.
engines-packages:
	@{ command -v firefox-esr && command -v WebKitWebDriver && command -v Xvfb; } >/dev/null \
	|| { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get -qq update \
	     && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y firefox-esr webkit2gtk-driver xvfb >/dev/null; } \
	|| printf '\n%s\n' \
	  '*********************************************************************************' \
	  '*  NO FIREFOX OR NO WEBKIT: what they really show is NOT tested in this run.    *' \
	  '*  Install them with: sudo apt install firefox-esr webkit2gtk-driver xvfb       *' \
	  '*********************************************************************************' ''
