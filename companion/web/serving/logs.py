"""The log of the server: faults, without anything a person entered.

The address of a table is its code, and a message of an error may hold a name, a bid or a code. So a fault is logged
with the pattern of the address, the kinds of the errors, and the lines of our code they came through.
"""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from flask import Flask, request

if TYPE_CHECKING:
    from logging import _SysExcInfoType


class DiscreetFormatter(logging.Formatter):
    """Writes errors without their messages."""

    def format(self, record: logging.LogRecord) -> str:
        if record.name == "asyncio":  # below its first line it shows the error that a task ended with
            record = logging.makeLogRecord({**record.__dict__, "msg": record.getMessage().split("\n")[0], "args": None})
        return super().format(record)

    def formatException(self, ei: _SysExcInfoType) -> str:
        return "" if ei[1] is None else trace(ei[1])


class DiscreetFlask(Flask):
    """A Flask that logs a fault without the address it came from."""

    @cached_property
    def logger(self) -> logging.Logger:
        """The app's logger, without the handler Flask adds to it: that one prints errors with their messages."""
        return logging.getLogger(self.name)

    def log_exception(
        self, exc_info: tuple[type, BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> None:
        where = request.url_rule or "an address of no page"
        self.logger.error("Fault at %s %s", request.method, where, exc_info=exc_info)


def log_ended(ended: threading.ExceptHookArgs) -> None:
    """Log that a thread ended with an error, instead of printing that with its message."""
    name = ended.thread.name if ended.thread else "?"
    error = ended.exc_value
    logging.getLogger(__name__).error("Thread %s ended", name, exc_info=error)


def trace(error: BaseException) -> str:
    """Return the kinds of an error and of those that led to it, the first first, and where each was raised."""
    parts: list[str] = []
    one: BaseException | None = error
    while one is not None and len(parts) < 10:
        frames = "".join(traceback.format_tb(one.__traceback__)).rstrip()
        parts.insert(0, "\n".join(filter(None, (frames, f"{type(one).__module__}.{type(one).__qualname__}"))))
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
    return "\n\n".join(parts)


def log_discreetly(stream: TextIO | None = None) -> None:
    """Have all that this process logs, warnings and worse, written in this way to `stream`, else standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(DiscreetFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    threading.excepthook = log_ended
