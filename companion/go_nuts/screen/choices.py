"""The choice that the power of a card asks a seat for, with every possible answer."""

from __future__ import annotations

from dataclasses import replace

from companion.go_nuts.answers import answers
from companion.go_nuts.cards import Power, Question, deck_for
from companion.go_nuts.moves import (
    Discard,
    DiscardFrom,
    DiscardRow,
    Draw,
    Give,
    Pass,
    PassAll,
    Take,
    TakeFrom,
)
from companion.go_nuts.notation import write_line
from companion.go_nuts.powers import opponents_in, opponents_with_cards, still_to_pass, unchosen
from companion.go_nuts.screen.bidding import speaks_for
from companion.go_nuts.screen.draft import NutsDraft
from companion.go_nuts.screen.prompts import CardView, NumberView, OwnerView, Prompt
from companion.go_nuts.state import SECRET, NutsState
from companion.kernel.text import Names
from companion.kernel.viewer import ANY_PHONE, Viewer

UNCOUNTED = (Power.GIVE, Power.PAY_ONE, Power.TAKE_ONE)  # each of their keys is one card


def ask_choice(state: NutsState, names: Names, draft: NutsDraft, viewer: Viewer = ANY_PHONE) -> Prompt:
    """Ask the seat that has to choose, with exactly its legal answers."""
    choice = state.choice
    assert choice is not None
    match choice.power:
        case Power.DRAW | Power.DRAW_TWO:
            ask = _draw(state, names, draft)
        case Power.PASS:
            ask = _pass(state, names, draft, viewer)
        case Power.CLEAR_ROW:
            ask = _clear(state, names, draft)
        case Power.TAKE_THREE | Power.PAY_THREE:
            ask = _pick_three(state, names, draft)
        case Power.GIVE:
            ask = _give(state, names, draft)
        case Power.TAKE_FROM | Power.DISCARD_FROM:
            ask = _from_opponent(state, names)
        case _:
            ask = _one_card(state, names)
    ask = _only_chosen(ask, names.line(choice.seat, ""), draft)
    return replace(
        ask,
        actor=state.party.names[choice.seat],
        card=choice.card,
        power=choice.power,
        question=ask.question or choice.power,
        again=draft.replace(cards=(), pick="") if choice.power == Power.DRAW_TWO and draft.cards else None,
        counts=ask.question != Question.KEEP and choice.power not in UNCOUNTED,
    )


def _only_chosen(ask: Prompt, prefix: str, draft: NutsDraft) -> Prompt:
    """Return the question with a draft for each key that answers it, so that a tap only chooses.

    The line of the key chosen becomes the line of the question.
    """

    def pick(text: str) -> str:
        return text.removeprefix(prefix)

    def card(key: CardView) -> CardView:
        if not key.text:
            return key
        chosen = pick(key.text) == draft.pick
        return replace(key, draft=draft.replace(pick=pick(key.text)), picked=int(chosen))

    def owner(one: OwnerView) -> OwnerView:
        way = draft.replace(pick=pick(one.text)) if one.text else None
        chosen = bool(way) and pick(one.text) == draft.pick
        return replace(one, cards=[card(key) for key in one.cards], draft=way, picked=chosen)

    none = ask.none_text if ask.none_text != "?" else ""
    lines = [key.text for key in (*ask.keys, *(key for one in ask.owners for key in one.cards))]
    lines += [one.text for one in ask.owners] + [none]
    return replace(
        ask,
        keys=[card(key) for key in ask.keys],
        owners=[owner(one) for one in ask.owners],
        text=next((line for line in lines if line and pick(line) == draft.pick), ask.text),
        none_draft=draft.replace(pick=pick(none), cards=(), numbers=()) if none else None,
        none_picked=bool(none) and pick(none) == draft.pick,
    )


def _one_card(state: NutsState, names: Names) -> Prompt:
    """Ask for one card: each legal answer is a key."""
    cards = [
        CardView(move.cards[0], text=write_line(seat, move, names))
        for seat, move in answers(state)
        if isinstance(move, Take | Discard)
    ]
    return Prompt(keys=cards)


def _from_opponent(state: NutsState, names: Names) -> Prompt:
    """Ask for a card of an opponent: each legal answer is a key, grouped by owner."""
    choice = state.choice
    assert choice is not None
    moves = [move for _, move in answers(state) if isinstance(move, TakeFrom | DiscardFrom)]
    others = opponents_with_cards(state, choice.seat)
    taking = choice.power == Power.TAKE_FROM
    return Prompt(
        question="" if len(others) > 1 else Question.TAKE_OF if taking else Question.DISCARD_OF,
        other=state.party.names[others[0]],
        owners=[
            OwnerView(
                state.party.names[other],
                [CardView(m.card, text=write_line(choice.seat, m, names)) for m in moves if m.seat == other],
                mark=state.party.mark(other),
            )
            for other in others
        ],
    )


def _draw(state: NutsState, names: Names, draft: NutsDraft) -> Prompt:
    """Ask for the card drawn from the deck; of two, for both and then for the one kept."""
    assert state.choice is not None
    seat = state.choice.seat
    two = state.choice.power == Power.DRAW_TWO and state.deck > 1
    cards = draft.cards[:2]
    known = state.top if state.top not in ("", SECRET) and not cards else ""
    keys = []
    for card in deck_for(len(state.trays)):
        left = state.left[card] - cards.count(card)
        text = "" if two else write_line(seat, Draw((card,)), names)
        more = draft.with_card(card) if two and len(cards) < 2 else None
        # One that contradicts it is refused as it is recorded, and its refusal asks whether to record it anyway.
        keys.append(CardView(card, left, None, text, more, waits=bool(known) and card != known))
    if not two or len(cards) < 2:
        question = Power.DRAW if not two else Question.SECOND if cards else Question.DRAWN
        none = "?" if two and not known and "?" not in cards else ""
        return Prompt(question=question, first=known, keys=keys, none_text=none)
    first, second = cards
    kept = [card for card in dict.fromkeys(cards) if card != "?"]
    drawn = tuple(card if card != SECRET else None for card in (first, second))
    keys = [CardView(card, text=write_line(seat, Draw(drawn, card), names)) for card in kept]
    return Prompt(question=Question.KEEP, keys=keys)


def _pass(state: NutsState, names: Names, draft: NutsDraft, viewer: Viewer) -> Prompt:
    """Ask every seat this phone speaks for which card it passes, or only the seat of the draft.

    The line of a single seat is its own, since those of several phones cross.
    """
    every = still_to_pass(state)
    waiting = [seat for seat in every if draft.for_others or speaks_for(viewer, seat)]
    waiting = [seat for seat in waiting if seat == draft.seat] or waiting
    owners = [
        OwnerView(
            state.party.names[seat],
            [
                CardView(
                    card,
                    state.trays[seat].count(card),
                    None,
                    "",
                    draft.with_pass(seat, card),
                    1 if draft.passes[seat] == card else 0,
                )
                for card in dict.fromkeys(state.trays[seat])
            ],
            mark=state.party.mark(seat),
        )
        for seat in waiting
    ]
    passes = tuple((seat, draft.passes[seat]) for seat in waiting if draft.passes[seat] in state.trays[seat])
    whole = len(passes) == len(waiting)
    one = len(waiting) == 1
    alone = viewer.only is not None or (one and bool(viewer.others))
    text = write_line(*passes_of(passes, alone=alone), names) if whole and passes else ""
    return Prompt(
        question=Question.PASS_ONE if one else "",
        other=state.party.names[waiting[0]] if one else "",
        owners=owners,
        text=text,
        missing=len(waiting) - len(passes),
        waits=[state.party.names[seat] for seat in every if seat not in waiting],
    )


def passes_of(passes: tuple[tuple[int, str], ...], *, alone: bool) -> tuple[int | None, Pass | PassAll]:
    """Return who enters these passes, and the move: of one seat alone it is that seat's own."""
    return (passes[0][0], Pass(passes[0][1])) if alone and len(passes) == 1 else (None, PassAll(passes))


def _clear(state: NutsState, names: Names, draft: NutsDraft) -> Prompt:
    """Ask for the unchosen cards of the row, in the order they go on the pile."""
    assert state.choice is not None
    seat = state.choice.seat
    free = unchosen(state)
    picked = [number for number in draft.numbers if number in free]
    numbers = [
        NumberView(
            number,
            state.row[number - 1] or "",
            draft.toggled(number),
            "",
            picked.index(number) + 1 if number in picked else 0,
        )
        for number in free
    ]
    text = write_line(seat, DiscardRow(tuple(picked)), names) if picked else ""
    return Prompt(numbers=numbers, text=text, none_text=write_line(seat, DiscardRow(()), names))


def _pick_three(state: NutsState, names: Names, draft: NutsDraft) -> Prompt:
    """Ask for up to three cards of the pile (Day-Old Donuts), or for three other cards or itself (Milk)."""
    choice = state.choice
    assert choice is not None
    paying = choice.power == Power.PAY_THREE
    source = list(state.trays[choice.seat] if paying else state.pile[::-1])
    if paying:
        source.remove(choice.card)
    picked = [
        card for place, card in enumerate(draft.cards) if draft.cards[: place + 1].count(card) <= source.count(card)
    ]
    picked = picked[:3]
    keys = [
        CardView(card, left, draft=draft.with_card(card) if left and len(picked) < 3 else None)
        for card in dict.fromkeys(source)
        for left in [source.count(card) - picked.count(card)]
    ]
    chosen = [CardView(card, 1, None, "", draft.without_card(place), place + 1) for place, card in enumerate(picked)]
    whole = len(picked) == 3 if paying else bool(picked)
    move = Discard(tuple(picked)) if paying else Take(tuple(picked))
    none = Discard((choice.card,)) if paying else Take(())
    return Prompt(
        keys=keys,
        owners=[OwnerView("", chosen)],
        text=write_line(choice.seat, move, names) if whole else "",
        none_text=write_line(choice.seat, none, names),
    )


def _give(state: NutsState, names: Names, draft: NutsDraft) -> Prompt:
    """Ask for the card, then for the opponent; with one opponent only the card is asked."""
    choice = state.choice
    assert choice is not None
    others = opponents_in(state, choice.seat)
    legal = {move.card for _, move in answers(state) if isinstance(move, Give)}
    alone = others[0] if len(others) == 1 else None
    keys = [
        CardView(
            card,
            state.trays[choice.seat].count(card),
            None,
            write_line(choice.seat, Give(card, alone), names) if alone is not None else "",
            None if alone is not None else draft.replace(cards=(card,), pick=""),
            1 if draft.cards[:1] == (card,) else 0,
        )
        for card in dict.fromkeys(state.trays[choice.seat])
        if card in legal
    ]
    card = next((c for c in (*draft.cards[:1], *legal) if c in legal and (draft.cards or len(legal) == 1)), "")
    owners = [
        OwnerView(
            state.party.names[other],
            (),
            write_line(choice.seat, Give(card, other), names),
            mark=state.party.mark(other),
        )
        for other in others
        if card
    ]
    question = Question.GIVE_TO if alone is not None else Question.TO_WHOM if card else ""
    return Prompt(
        question=question,
        other=state.party.names[alone] if alone is not None else "",
        about=card,
        keys=keys,
        owners=owners,
    )
