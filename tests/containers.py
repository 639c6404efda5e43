"""The Dockerfile's steps by hand: copies what it copies into a folder of your choice, and finds what it starts there.

`python -m tests.containers FOLDER` also installs the packages, as the Dockerfile does; run it as another user than the
one this tree belongs to, as the container does.
"""

from __future__ import annotations

import fnmatch
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOME = Path("/srv/donut")  # in the container


def steps(root: Path = ROOT) -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile with what follows them."""
    text = re.sub(r"^#.*\n", "", (root / "Dockerfile").read_text("utf-8"), flags=re.MULTILINE).replace("\\\n", " ")
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in text.splitlines() if line.strip()]


def of(kind: str) -> list[str]:
    """Return what follows each instruction of a kind."""
    return [rest for name, rest in steps() if name == kind]


def is_ignored(path: str) -> bool:
    """Return whether .dockerignore keeps a file of this tree out: the last line that fits decides."""
    ignored = False
    for line in (ROOT / ".dockerignore").read_text("utf-8").split("\n"):
        if line and not line.startswith("#"):
            pattern = line.removeprefix("!").removeprefix("**/")
            parts = path.split("/")
            names = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
            if "**/" in line:
                names += parts
            if any(fnmatch.fnmatchcase(name, pattern) for name in names):
                ignored = not line.startswith("!")
    return ignored


def copies() -> Iterator[tuple[str, Path]]:
    """Yield what the last stage copies out of this tree, and where to, from its folder."""
    last = max(place for place, (name, _) in enumerate(steps()) if name == "FROM")
    for name, rest in steps()[last:]:
        if name == "COPY" and not rest.startswith("--from"):
            *sources, target = shlex.split(rest)
            yield from ((source, Path(target) / source if target == "./" else Path(target)) for source in sources)


def copy(folder: Path) -> None:
    """Copy into `folder` what the container's working folder has, and make the volume."""
    for source, target in copies():
        path = ROOT / source
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            inner = file.relative_to(ROOT).as_posix()
            if file.is_file() and not is_ignored(inner):
                there = folder / target / (file.relative_to(path) if path.is_dir() else "")
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, there)
    (folder / "instance").mkdir()


def command(kind: str = "CMD") -> list[str]:
    """Return the command of the container, or of its check of health."""
    (rest,) = of(kind)
    words: list[str] = json.loads(rest[rest.index("[") :])
    return words


def caddyfile() -> str:
    """Return the Caddyfile as the Caddy of this machine reads it: before 2.6.4 an option had another name."""
    said = subprocess.run(["caddy", "version"], capture_output=True, check=True, encoding="utf-8").stdout
    version = tuple(int(number) for number in re.findall(r"\d+", said)[:3])
    text = (ROOT / "Caddyfile").read_text("utf-8")
    assert "request_buffers 64KiB" in text
    return text if version >= (2, 6, 4) else text.replace("request_buffers 64KiB", "buffer_requests")


def main() -> None:
    folder = Path(sys.argv[1])
    copy(folder)
    for name in ("requirements.txt", "requirements-postgres.txt", "constraints.txt"):
        shutil.copyfile(ROOT / name, folder / name)
    subprocess.run([sys.executable, "-m", "venv", folder / "packages"], check=True)
    install = ["-m", "pip", "install", "--no-cache-dir", "-r", "requirements.txt", "-r", "requirements-postgres.txt"]
    python = folder / "packages" / "bin" / "python"
    subprocess.run([python, *install], cwd=folder, check=True)
    subprocess.run([python, "-m", "compileall", "-q", "app.py", "companion", "vision"], cwd=folder, check=True)
    print(f"cd {folder} && PATH={python.parent}:$PATH PORT=8000 {shlex.join(command())}")


if __name__ == "__main__":
    main()
