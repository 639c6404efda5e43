"""The limits of one question to the judge, on its pages and in JSON, and the reasons why one cannot be read."""

from __future__ import annotations

from companion.donut_shop.case import EDGE
from companion.refusals import Malformed, Reason

MOST_SQUARES = 400  # of a case, empty squares not counted
WIDEST = EDGE + 1  # columns, and rows, of a drawing, empty squares counted
MOST_ORDERS = 40
MOST_ADVICE, SOME_ADVICE = 100, 20  # placements or boxes listed: at most, and unless the question names a number


class QuestionReason(Reason):
    """Reasons why a question cannot be read. Facts: `field`, the member of the question."""

    FIELD = "bad-field"  # missing, or of another type than it should be
    LIMIT = "over-limit"  # more of something than one question may hold


def check_limit(field: str, count: int, limit: int) -> None:
    """Raise Malformed if `field` holds more than `limit`."""
    if count > limit:
        raise Malformed(QuestionReason.LIMIT, field=field, limit=limit)
