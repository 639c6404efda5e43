"""Calls that happen at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable


def in_threads(call: Callable[..., object], arguments: list[tuple[object, ...]]) -> None:
    """Run a call once for each tuple of arguments, all at the same moment; an error of any is raised here."""
    barrier, errors = threading.Barrier(len(arguments), timeout=60), []

    def run(given: tuple[object, ...]) -> None:
        try:
            barrier.wait()
            call(*given)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(given,)) for given in arguments]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
