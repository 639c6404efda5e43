"""What a run measured, beside what is required of it; and the memory of a process."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path


def percentile(values: list[float], share: float) -> float:
    """Return the value that `share` of all do not exceed; of none, infinity."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("inf")


def milliseconds(values: list[float], share: float) -> float:
    return round(1000 * percentile(values, share), 1)


def megabytes(pid: int, what: str = "VmRSS") -> int:
    """Return the memory a process takes now; with VmHWM, the most it ever took (Linux)."""
    found = re.search(rf"{what}:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found[1]) // 1024


@dataclass
class Report:
    """Figures as they are measured; `missed` are those over their bound."""

    missed: list[str] = field(default_factory=list)

    def at_most(self, name: str, value: float, bound: float, unit: str = "ms") -> None:
        """Print a figure beside its bound."""
        good = value <= bound
        print(f"  {name:<48} {value:>9} {unit:<4} (at most {bound}){'' if good else '  MISSED'}", flush=True)
        if not good:
            self.missed.append(f"{name}: {value} {unit}, at most {bound}")

    def note(self, name: str, value: object) -> None:
        print(f"  {name:<48} {value}", flush=True)
