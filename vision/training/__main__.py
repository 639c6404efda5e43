"""See the package's docstring."""

from __future__ import annotations

import argparse
from pathlib import Path

NETS = Path(__file__).parents[2] / "vision" / "nets"


def main() -> None:
    """What the package's docstring lists; torch is imported only where it is needed."""
    parser = argparse.ArgumentParser(prog="python -m vision.training")
    parser.add_argument(
        "what", choices=["make", "publish", "sheets", "train-lattice", "train-cells", "train-sprinkles", "evaluate"]
    )
    parser.add_argument("folder", type=Path, nargs="+")
    parser.add_argument("--first", type=int, default=1, help="number, and seed, of the first edition")
    parser.add_argument("--editions", type=int, default=1000)
    parser.add_argument("--photos", type=int, default=3, help="of each edition")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--start-from", type=Path, help="earlier weights (.pt) to go on from")
    parser.add_argument("--verbose", action="store_true", help="a line a photo with mistakes")
    parser.add_argument("--out", type=Path, default=NETS)
    a = parser.parse_args()
    folder = a.folder[0]
    if a.what == "evaluate":
        from vision.training.evaluate import evaluate

        evaluate(a.folder, a.verbose)
    elif a.what in ("make", "publish", "sheets"):
        from vision.training import make

        work = getattr(make, a.what)
        work(folder, range(a.first, a.first + a.editions), a.photos)
    elif a.what == "train-lattice":
        from vision.training import train_lattice

        train_lattice.train(folder, a.out / "lattice.onnx", a.minutes, start_from=a.start_from)
    elif a.what == "train-sprinkles":
        from vision.training import train_sprinkles

        train_sprinkles.train(folder, a.out / "sprinkles.onnx", a.minutes, start_from=a.start_from)
    else:
        from vision.training import train_cells

        train_cells.train(folder, a.out / "cells.onnx", a.minutes, start_from=a.start_from)


if __name__ == "__main__":
    main()
