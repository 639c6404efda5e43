"""The container files: every path, command, variable and port they name exists, and what they start answers.

There is no Docker here: images are not built, and compose is not run.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.network.addresses import lan_addresses
from tests import containers
from tests.client import House
from tests.containers import HOME, ROOT
from tests.faults import free_port

FILES = ("compose.yaml", "compose.town.yaml")
SOURCES = "\n".join(
    path.read_text("utf-8") for path in [ROOT / "app.py", *(ROOT / "companion").rglob("*.py")] if path.is_file()
)
PATIENCE = 120.0  # seconds for what takes a moment: the machine may be busy
VARIABLE = re.compile(r"\$\{(\w+)")


def compose(name: str) -> dict[str, Any]:
    found = yaml.safe_load((ROOT / name).read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def is_read(variable: str) -> bool:
    """Whether the product reads an environment variable."""
    return f'"{variable}"' in SOURCES


def test_what_the_dockerfile_copies_is_there_and_not_ignored() -> None:
    copied = [*containers.copies()]
    assert {"app.py", "companion", "templates", "vision"} <= {source for source, _ in copied}
    for rest in containers.of("COPY"):
        if not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists() and not containers.is_ignored(source), source
    for kept_out in (
        "instance/companion.db",
        "instance/secret.key",
        ".git/config",
        ".venv/bin/python",
        "tests/tiers.py",
    ):
        assert containers.is_ignored(kept_out), kept_out
    assert containers.is_ignored("vision/training/nets.py") and not containers.is_ignored("vision/settings.toml")


def test_the_container_runs_as_a_user_of_its_own_and_keeps_its_data_in_the_volume(tmp_path: Path) -> None:
    order = [name for name, _ in containers.steps()]
    assert order.index("USER") < order.index("CMD") and containers.of("USER") != ["root"]
    assert containers.of("VOLUME") == [str(HOME / "instance")]
    instance = Path(House(tmp_path).app.instance_path)
    assert HOME / instance.relative_to(ROOT) == HOME / "instance", "where the product keeps its data"
    assert containers.of("WORKDIR")[-1] == str(HOME)


def test_port_and_health_address_are_the_same_everywhere(tmp_path: Path) -> None:
    (port,) = containers.of("EXPOSE")
    assert f"PORT={port}" in containers.of("ENV")[0]
    check = containers.command("HEALTHCHECK")
    assert check[:2] == ["python", "-c"]
    compile(check[2], "the check of health", "exec")
    path = re.search(r"/(\w+)'", check[2])
    assert path and House(tmp_path).phone().get(f"/{path[1]}").text == "ok\n"
    assert re.search(rf"^ *port {port}$", (ROOT / "Caddyfile").read_text("utf-8"), re.MULTILINE)
    for name in FILES:
        donut = compose(name)["services"]["donut"]
        assert donut["environment"]["PORT"] == port
        assert all(mapping.endswith(f":{port}") for mapping in donut.get("ports", []))


@pytest.mark.parametrize("name", FILES)
def test_every_setting_in_a_compose_file_is_one_of_the_product_and_told_of(name: str) -> None:
    text, hosting = (ROOT / name).read_text("utf-8"), (ROOT / "docs" / "hosting.md").read_text("utf-8")
    for variable in compose(name)["services"]["donut"]["environment"]:
        assert is_read(variable), variable
    asked = set(VARIABLE.findall(text)) - {"PORT"}
    assert asked
    for variable in asked:
        assert f"`{variable}`" in hosting or f"{variable}=" in hosting, variable


@pytest.mark.parametrize("name", FILES)
def test_volumes_and_networks_of_a_compose_file_are_declared(name: str) -> None:
    whole = compose(name)
    for service in whole["services"].values():
        for mount in service.get("volumes", []):
            source = mount.split(":")[0]
            assert (ROOT / source).is_file() if source.startswith("./") else source in whole["volumes"]
        assert set(service.get("networks", [])) <= set(whole.get("networks", {}))
        assert set(service.get("depends_on", [])) <= set(whole["services"])
    mounts = whole["services"]["donut"].get("volumes", [])
    assert all(mount.endswith(f":{containers.of('VOLUME')[0]}") for mount in mounts)


def test_the_town_trusts_its_own_network_only_and_hides_the_database() -> None:
    town = compose("compose.town.yaml")
    services, networks = town["services"], town["networks"]
    (range_,) = networks["front"]["ipam"]["config"]
    assert services["donut"]["environment"]["DONUT_PROXIES"] == range_["subnet"]
    assert "ports" not in services["donut"] and "ports" not in services["database"]
    assert services["database"]["networks"] == ["inside"] and networks["inside"]["internal"] is True
    database = services["database"]["environment"]
    name, user = database["POSTGRES_DB"], database["POSTGRES_USER"]
    assert re.fullmatch(
        rf"postgresql://{user}:\$\{{DONUT_DATABASE_PASSWORD:\?[^}}]+\}}@database/{name}",
        services["donut"]["environment"]["DONUT_DATABASE"],
    )
    assert re.search(r"^ *name donut$", (ROOT / "Caddyfile").read_text("utf-8"), re.MULTILINE), "the service's name"


@pytest.mark.proxies
@pytest.mark.slow
def test_caddy_accepts_the_caddyfile(tmp_path: Path) -> None:
    (tmp_path / "Caddyfile").write_text(containers.caddyfile(), "utf-8")
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    environment = {**os.environ, "DONUT_SITE": "donuts.example.org", "HOME": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, check=False, encoding="utf-8", timeout=60)
    assert not done.returncode, done.stderr


@pytest.mark.posix
@pytest.mark.slow
def test_what_the_container_starts_answers_and_writes_into_its_volume_alone(tmp_path: Path) -> None:
    containers.copy(tmp_path)
    before = {path for path in tmp_path.rglob("*") if "instance" not in path.parts}
    program, *arguments = containers.command()
    assert program == "python" and shutil.which(program) is not None
    port = free_port()
    environment = {**os.environ, "PORT": str(port), "PYTHONDONTWRITEBYTECODE": "1"}
    for variable in ("HOST", "DONUT_DATABASE", "DONUT_KEY"):
        environment.pop(variable, None)
    with subprocess.Popen(
        [sys.executable, *arguments], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, encoding="utf-8"
    ) as server:
        try:
            assert is_well(environment), "the check of health of the Dockerfile"
            address = f"http://{next(iter(lan_addresses()), '127.0.0.1')}:{port}"
            form = urllib.request.Request(f"{address}/try-it", b"game=donut-shop", {"Sec-Fetch-Site": "same-origin"})
            assert b"data-version" in urllib.request.urlopen(form, timeout=PATIENCE).read()
        finally:
            server.send_signal(signal.SIGTERM)
            server.communicate(timeout=PATIENCE)
    assert server.returncode == 0
    assert {path.name for path in (tmp_path / "instance").iterdir()} >= {"companion.db", "secret.key"}
    assert {path for path in tmp_path.rglob("*") if "instance" not in path.parts} == before


def is_well(environment: dict[str, str]) -> bool:
    """Ask as the container does, until it is well or PATIENCE is over."""
    _, *check = containers.command("HEALTHCHECK")
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if not subprocess.run([sys.executable, *check], env=environment, capture_output=True, check=False).returncode:
            return True
        time.sleep(0.2)
    return False
