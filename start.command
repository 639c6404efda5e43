#!/bin/sh
# Starts the companion by a double click in the Finder; runs in any terminal too.
cd "$(dirname "$0")" || exit 1
if ! command -v python3 >/dev/null; then
    echo "The companion needs Python. Get it from https://www.python.org/downloads/ and start again."
    exit 1
fi
exec python3 start.py "$@"
