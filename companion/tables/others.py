"""Brings what other processes of the house changed to the phones of this one, and to what it keeps in memory."""

from __future__ import annotations

from contextlib import suppress

from companion.refusals import Unavailable
from companion.store.news import News, What
from companion.tables.play import Play
from companion.tables.seats import Seats
from companion.tables.watch import Watch


class Others:
    """Hears the news of a store that several processes share."""

    def __init__(self, play: Play, seats: Seats, watch: Watch) -> None:
        self._play, self._seats, self._watch = play, seats, watch

    def hear(self, news: News) -> None:
        """Act on a piece of news. What cannot be read now comes again as ALL, once the store is back."""
        with suppress(Unavailable):
            match news.what:
                case What.LINES:
                    self._play.feed.hear(news.code, news.tag)
                case What.PEOPLE:
                    self._play.feed.hear_people(news.code, news.number)
                    self._seats.settle_others()
                case What.EDITIONS:
                    self._play.refresh_editions()
                case What.ALL:
                    self._seats.settle_others()
                    self._watch.look()
                    self._play.feed.compare_people()
                    self._play.refresh_editions()
