"""The commands of `python -m vision.training`; see the package's docstring."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

NETS = Path(__file__).parents[1] / "nets"
DATASETS = {"photos": "make_photos", "sheets": "make_sheets", "editions": "make_edition_folders"}
PHOTOGRAPHED = {"cut": "cut_photographs", "copy": "copy_photographs"}
NETS_TRAINED = {"train-lattice": "lattice", "train-cells": "cells", "train-sprinkles": "sprinkles"}


def main() -> None:
    """Run one command; torch is imported only to train."""
    options = _parser().parse_args()
    folder, editions = options.folder[0], range(options.first, options.first + options.editions)
    if options.command == "evaluate":
        from vision.training.evaluation import evaluate

        evaluate(options.folder, options.verbose)
    elif options.command == "calibrate":
        from vision.training.calibration import calibrate

        calibrate(options.folder, options.out / "calibration.toml")
    elif options.command in PHOTOGRAPHED:
        from vision.training import photographed

        getattr(photographed, PHOTOGRAPHED[options.command])(options.folder, options.out, options.first)
    elif options.command in DATASETS:
        from vision.training import datasets

        getattr(datasets, DATASETS[options.command])(folder, editions, options.photos)
    else:
        name = NETS_TRAINED[options.command]
        train = import_module(f"vision.training.train_{name}").train
        train(folder, options.out / f"{name}.onnx", options.minutes, start_from=options.start_from, share=options.share)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision.training")
    parser.add_argument("command", choices=[*DATASETS, *PHOTOGRAPHED, *NETS_TRAINED, "calibrate", "evaluate"])
    parser.add_argument("folder", type=Path, nargs="+")
    parser.add_argument("--first", type=int, default=1, help="number, and seed, of the first edition")
    parser.add_argument("--editions", type=int, default=1000)
    parser.add_argument("--photos", type=int, default=3, help="of each edition")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--start-from", type=Path, help="an exported net (.onnx) to continue from")
    parser.add_argument("--share", type=float, default=1.0, help="how far to go from that net to the new one")
    parser.add_argument("--verbose", action="store_true", help="print a line for each photo with mistakes")
    parser.add_argument("--out", type=Path, default=NETS)
    return parser


if __name__ == "__main__":
    main()
