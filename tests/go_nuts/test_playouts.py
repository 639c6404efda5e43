"""Whole games at random with a real deck beside them: the companion must agree with the cardboard, line by line."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

from companion.go_nuts.cards import deck_for
from companion.go_nuts.game import GAME
from companion.go_nuts.moves import Draw, PassAll, Refill, Reveal, Select
from companion.go_nuts.state import NutsState
from companion.kernel.reading import read_line
from companion.kernel.repairs import Line
from companion.kernel.table import Table
from companion.kernel.text import line_parts, words
from tests.go_nuts.cardboard import BOX, NAMES, Game, random_game
from tests.properties import examples, given, st
from tests.transcripts import loaded, marks, opened, played, same, transcript_of

games = st.builds(
    random_game, st.integers(0, 2**32).map(Random), st.sampled_from([2, 3, 4, 5, 6]), st.sampled_from([0.0, 0.3, 1.0])
)


def table_of(game: Game) -> Table:
    return opened(game.headers).play_all(game.lines)


@examples(150)
@given(games)
def test_the_companion_agrees_with_the_cardboard(game: Game) -> None:
    """After every line: row, pile, trays, and what the deck can hold; nothing is marked, and the end is the end."""
    table = table_of(game)
    assert [str(t.line) for t in table.applied] == game.lines
    assert marks(table) == {}
    for entered_line, lie in zip(table.applied, game.lies, strict=True):
        nuts: NutsState = entered_line.state
        assert (nuts.row, nuts.pile, nuts.trays) == (lie.row, lie.pile, lie.trays)
        assert nuts.deck == len(lie.deck)
        assert {card: copies for card, copies in nuts.left.items() if copies} == Counter(lie.deck)
        assert nuts.top in ("", "?", *lie.deck[-1:])
    assert table.over
    assert not any(t.state.over for t in table.applied[:-1])


@examples(50)
@given(games)
def test_cards_are_conserved(game: Game) -> None:
    """Deck, row, pile and trays are the box after every line, without asking the cardboard."""
    box = sum((Counter(cards) for group, cards in BOX.items() if group <= game.seats), Counter[str]())
    assert box == deck_for(game.seats)
    for applied in table_of(game).applied:
        nuts: NutsState = applied.state
        row = Counter(card for card in nuts.row if card)
        assert Counter(nuts.left) + row + Counter(nuts.pile) + sum(map(Counter, nuts.trays), Counter[str]()) == box


@examples(60)
@given(games)
def test_playing_loading_and_playing_the_transcript_agree(game: Game) -> None:
    table = table_of(game)
    assert same(loaded(game.headers, table), table)
    assert same(played(transcript_of(game.headers, table)), table)


@examples(80)
@given(games, st.data())
def test_legal_moves_are_accepted_and_written_as_they_are_read(game: Game, data: st.DataObject) -> None:
    """The line really played is among them."""
    upto = data.draw(st.integers(0, len(game.lines) - 1))
    table = opened(game.headers).play_all(game.lines[:upto])
    nuts: NutsState = table.state
    legal = set(GAME.rules.legal_moves(nuts))
    for seat, move in legal:
        assert GAME.rules.read(seat, words(GAME.rules.write(move, table.names)), table.names, nuts) == move
    for seat, move in sorted(legal, key=str)[:: max(1, len(legal) // 20)]:
        after = table.play(f"{table.names.write(seat)}: {GAME.rules.write(move, table.names)}")
        assert after.applied[-1].mark is None
    entered = read_line(GAME, table.start, table.names, 0, *line_parts(game.lines[upto]))
    assert isinstance(entered, Line)
    secret = isinstance(entered.move, Draw) and None in entered.move.cards
    if not secret and not isinstance(entered.move, Refill | Reveal | PassAll):
        assert (entered.seat, entered.move) in legal


@examples(50)
@given(games)
def test_somebody_can_always_go_on(game: Game) -> None:
    """Until it is over there is a legal bid or answer, or a gap that the deck can fill."""
    for applied in table_of(game).applied:
        nuts: NutsState = applied.state
        if not nuts.over:
            assert next(iter(GAME.rules.legal_moves(nuts)), None) is not None or (nuts.gaps and nuts.choice is None)
        else:
            assert not list(GAME.rules.legal_moves(nuts))


@examples(50)
@given(games, st.randoms(use_true_random=False), st.data())
def test_the_order_in_which_bids_arrive_does_not_matter(game: Game, rng: Random, data: st.DataObject) -> None:
    """Bids by phone in any order, or some of them aloud: after the reveal the tables are the same."""
    reveals = [place for place, line in enumerate(game.lines) if line.startswith("table: reveal")]
    place = data.draw(st.sampled_from(reveals))
    first = max(n for n in range(place) if "select" not in game.lines[n]) + 1
    before = opened(game.headers).play_all(game.lines[:first])
    after = before.play_all(game.lines[first : place + 1]).state
    bids = _bids_of(game, first, place)
    seats = rng.sample(range(game.seats), game.seats)
    secret = seats[: rng.randint(0, game.seats)]
    lines = [f"{NAMES[seat]}: select {bids[seat]} in {before.state.round}" for seat in secret]
    aloud = [f"{NAMES[seat]}={bids[seat]}" for seat in seats if seat not in secret or rng.random() < 0.3]
    again = before.play_all([*lines, f"table: reveal {' '.join(aloud)}".rstrip()])
    assert again.state == after


def _bids_of(game: Game, first: int, place: int) -> dict[int, int]:
    """Return the bids of a round: the last number by phone, or the one at the reveal."""
    bids: dict[int, int] = {}
    for line in game.lines[first:place]:
        who, _, text = line.partition(": ")
        bids[NAMES.index(who)] = int(text.split()[1])
    for word in game.lines[place].split()[2:]:
        who, _, number = word.partition("=")
        bids[NAMES.index(who)] = int(number)
    return bids


@examples(30)
@given(games)
def test_two_bids_in_a_row_commute(game: Game) -> None:
    """Moves that commute do so: bids of different seats, passes of different seats."""
    table = table_of(game)
    for place, (one, other) in enumerate(pairwise(table.applied)):
        if one.line.seat in (None, other.line.seat) or not GAME.rules.commutes(
            one.state, one.line.move, other.line.move, False
        ):
            continue
        before = table.applied[place - 1].state if place else table.start
        swapped, _ = GAME.rules.apply(before, other.line.seat, other.line.move)
        GAME.rules.check(swapped, one.line.seat, one.line.move)
        swapped, _ = GAME.rules.apply(swapped, one.line.seat, one.line.move)
        open_bids = isinstance(one.line.move, Select) or swapped.choice is None
        assert not open_bids or swapped == other.state


def test_every_card_with_a_power_was_played() -> None:
    """The random games above cover everything: each kind of answer is in some of them."""
    lines = " ".join(line for seed in range(30) for line in random_game(Random(seed), 6, 0.3).lines)
    for text in ("draw", "keep", "take none", "give", "pass", "discard none", "discard milk", "select", " from "):
        assert text in lines
