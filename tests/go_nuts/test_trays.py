"""Powers that move cards between trays: give, take, discard, pay, pass; and when nobody is asked."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.go_nuts.drawing import game, missing

THREE = "seats Ana Bo Cy\n"
FOUR = "seats Ana Bo Cy Di\n"
FIVE = "seats Ana Bo Cy Di Eve\n"
SPRINKLED = f"{THREE}row 1=sprinkled 2=glazed 3=plain 4=plain\n"
CLAW = f"{FOUR}row 1=bear-claw 2=glazed 3=plain 4=plain 5=powdered\n"
TWIST = f"{FOUR}row 1=cinnamon-twist 2=glazed 3=plain 4=plain 5=powdered\n"
MILK = f"{FOUR}row 1=milk 2=glazed 3=plain 4=plain 5=powdered\n"
RASPBERRY = f"{FIVE}row 1=raspberry-frosted 2=glazed 3=plain 4=plain 5=powdered 6=glazed\n"
STRAWBERRY = f"{FIVE}row 1=strawberry-glazed 2=glazed 3=plain 4=plain 5=powdered 6=glazed\n"
BIDS3 = "table: reveal Ana=1 Bo=2 Cy=2\n"
BIDS4 = "table: reveal Ana=1 Bo=2 Cy=2 Di=2\n"
BIDS5 = "table: reveal Ana=1 Bo=2 Cy=2 Di=2 Eve=2\n"
TRAYS = "tray Ana eclair\ntray Bo plain\ntray Cy glazed\ntray Di powdered\n"
ROWS = [
    (
        "sprinkled gives another card away",
        f"{SPRINKLED}tray Ana plain\n{BIDS3}Ana: give plain to Cy",
        "Ana: sprinkled\nCy: plain",
    ),
    ("sprinkled alone is asked: to whom it goes is a choice", f"{SPRINKLED}{BIDS3}", "asked Ana by sprinkled"),
    ("sprinkled alone gives itself", f"{SPRINKLED}{BIDS3}Ana: give sprinkled to Bo", "Ana:\nBo: sprinkled\nround 2"),
    (
        "a second sprinkled may be given",
        f"{SPRINKLED}tray Ana sprinkled\n{BIDS3}Ana: give sprinkled to Bo",
        "Ana: sprinkled\nBo: sprinkled",
    ),
    (
        "under ruling sprinkled-self it may give itself while there are others",
        f"{THREE}rulings sprinkled-self=yes\nrow 1=sprinkled 2=glazed 3=plain 4=plain\ntray Ana plain\n{BIDS3}"
        "Ana: give sprinkled to Bo",
        "Ana: plain\nBo: sprinkled",
    ),
    (
        "a card given has no power",
        f"{SPRINKLED}tray Ana eclair\npile glazed\n{BIDS3}Ana: give eclair to Bo",
        "Bo: eclair\npile glazed glazed\nnobody asked",
    ),
    (
        "cards of a higher number are not owned yet: a claw on trays still empty asks nothing",
        f"{CLAW}table: reveal Ana=1 Bo=2 Cy=3 Di=4",
        "nobody asked\nAna: bear-claw\nBo: glazed\nround 2",
    ),
    (
        "cards of a lower number are owned: the claw at 3 may take what was taken at 1",
        f"{FOUR}row 1=plain 2=glazed 3=bear-claw 4=plain 5=powdered\ntable: reveal Ana=3 Bo=1 Cy=2 Di=2\n"
        "Ana: take plain from Bo",
        "Ana: bear-claw plain\nBo:",
    ),
    ("a claw asks even where there is one card to take", f"{CLAW}tray Di plain\n{BIDS4}", "asked Ana by bear-claw"),
    (
        "a claw whose own seat alone has cards asks nothing",
        f"{CLAW}tray Ana plain glazed\n{BIDS4}",
        "nobody asked\nAna: plain glazed bear-claw",
    ),
    (
        "a card taken from an opponent has no power",
        f"{CLAW}tray Bo eclair\npile plain\n{BIDS4}Ana: take eclair from Bo",
        "Ana: bear-claw eclair\nBo:\npile plain glazed",
    ),
    (
        "a claw may take from a seat that left",
        f"{CLAW}tray Di plain\ntable: leaves Di\ntable: reveal Ana=1 Bo=2 Cy=2\nAna: take plain from Di",
        "Ana: bear-claw plain\nDi:",
    ),
    (
        "strawberry glazed discards a card of an opponent",
        f"{STRAWBERRY}tray Bo plain glazed\n{BIDS5}Ana: discard plain from Bo",
        "Bo: glazed\npile plain glazed\nAna: strawberry-glazed",
    ),
    (
        "strawberry glazed before empty trays asks nothing and is kept",
        f"{STRAWBERRY}tray Ana plain\n{BIDS5}",
        "nobody asked\nAna: plain strawberry-glazed",
    ),
    (
        "strawberry glazed may discard a card of a seat that left",
        f"{STRAWBERRY}tray Eve plain\ntable: leaves Eve\n{BIDS4}Ana: discard plain from Eve",
        "Eve:\npile plain glazed",
    ),
    (
        "milk before two other cards goes itself, unasked",
        f"{MILK}tray Ana plain plain\n{BIDS4}",
        "nobody asked\nAna: plain plain\npile milk glazed",
    ),
    ("milk before three other cards asks", f"{MILK}tray Ana plain plain glazed\n{BIDS4}", "asked Ana by milk"),
    (
        "milk is paid with three others, in the order said",
        f"{MILK}tray Ana plain eclair glazed plain\n{BIDS4}Ana: discard glazed plain eclair",
        "Ana: plain milk\npile glazed plain eclair glazed",
    ),
    (
        "milk may be discarded though three others are there",
        f"{MILK}tray Ana plain eclair glazed\n{BIDS4}Ana: discard milk",
        "Ana: plain eclair glazed\npile milk glazed",
    ),
    (
        "raspberry frosted alone goes itself, unasked",
        f"{RASPBERRY}{BIDS5}",
        "nobody asked\nAna:\npile raspberry-frosted glazed",
    ),
    (
        "raspberry frosted asks though one card is all there is",
        f"{RASPBERRY}tray Ana plain\n{BIDS5}",
        "asked Ana by raspberry-frosted",
    ),
    (
        "raspberry frosted discards an earlier card",
        f"{RASPBERRY}tray Ana plain\n{BIDS5}Ana: discard plain",
        "Ana: raspberry-frosted\npile plain glazed",
    ),
    (
        "an earlier raspberry frosted may be the card",
        f"{RASPBERRY}tray Ana raspberry-frosted\n{BIDS5}Ana: discard raspberry-frosted",
        "Ana: raspberry-frosted\npile raspberry-frosted glazed",
    ),
    (
        "a twist with an empty-handed seat goes itself, unasked",
        f"{TWIST}tray Ana eclair\ntray Bo plain\ntray Cy glazed\n{BIDS4}",
        "nobody asked\nAna: eclair\npile cinnamon-twist glazed",
    ),
    (
        "a seat whose card comes at a higher number is empty-handed still",
        f"{FOUR}row 1=plain 2=cinnamon-twist 3=glazed 4=plain 5=powdered\ntable: reveal Ana=1 Bo=2 Cy=3 Di=4",
        "nobody asked\nBo:\nAna: plain\nCy: glazed\npile cinnamon-twist",
    ),
    ("a twist asks everybody", f"{TWIST}{TRAYS}{BIDS4}", "asked Ana Bo Cy Di by cinnamon-twist"),
    (
        "who has said its card is asked no more; nothing has moved yet",
        f"{TWIST}{TRAYS}{BIDS4}Cy: pass glazed",
        "asked Ana Bo Di by cinnamon-twist\nCy: glazed\nDi: powdered",
    ),
    (
        "all pass to the left at once",
        f"{TWIST}{TRAYS}{BIDS4}table: pass Ana=eclair Bo=plain Cy=glazed Di=powdered",
        "Ana: cinnamon-twist powdered\nBo: eclair\nCy: plain\nDi: glazed\nnobody asked\nround 2",
    ),
    (
        "the twist itself may be passed, also by a seat without another card",
        f"{TWIST}{TRAYS.replace('tray Ana eclair', 'tray Ana')}{BIDS4}"
        "table: pass Ana=cinnamon-twist Bo=plain Cy=glazed Di=powdered",
        "Ana: powdered\nBo: cinnamon-twist\nCy: plain\nDi: glazed",
    ),
    (
        "told together and apart",
        f"{TWIST}{TRAYS}{BIDS4}Bo: pass plain\ntable: pass Di=powdered Ana=eclair\nCy: pass glazed",
        "Ana: cinnamon-twist powdered\nBo: eclair\nCy: plain\nDi: glazed",
    ),
    (
        "a seat that left neither passes nor gets a card: its left neighbour does",
        f"{TWIST}{TRAYS}table: leaves Bo\ntable: reveal Ana=1 Cy=2 Di=2\ntable: pass Ana=eclair Cy=glazed Di=powdered",
        "Ana: cinnamon-twist powdered\nBo: plain\nCy: eclair\nDi: glazed",
    ),
    (
        "a seat that left without a card does not stop the twist",
        f"{TWIST}{TRAYS.replace('tray Bo plain', 'tray Bo')}table: leaves Bo\ntable: reveal Ana=1 Cy=2 Di=2",
        "asked Ana Cy Di by cinnamon-twist",
    ),
    (
        "a seat that leaves in the middle passes nothing, said or not, and the others go on",
        f"{TWIST}{TRAYS}{BIDS4}Bo: pass plain\nCy: pass glazed\nDi: pass powdered\ntable: leaves Bo\nAna: pass eclair",
        "Ana: cinnamon-twist powdered\nBo: plain\nCy: eclair\nDi: glazed\nnobody asked",
    ),
    (
        "the last seat waited for leaves: the others pass at once",
        f"{TWIST}{TRAYS}{BIDS4}Bo: pass plain\nAna: pass eclair\nDi: pass powdered\ntable: leaves Cy",
        "Ana: cinnamon-twist powdered\nBo: eclair\nCy: glazed\nDi: plain\nnobody asked\nround 2",
    ),
    (
        "the seat that took the twist leaves: the others pass all the same",
        f"{TWIST}{TRAYS}{BIDS4}table: leaves Ana\ntable: pass Bo=plain Cy=glazed Di=powdered",
        "Ana: eclair cinnamon-twist\nBo: powdered\nCy: plain\nDi: glazed",
    ),
    (
        "all but one leave: nobody passes to oneself",
        f"{TWIST}{TRAYS}{BIDS4}Ana: pass eclair\ntable: leaves Bo\ntable: leaves Cy\ntable: leaves Di",
        "nobody asked\nAna: eclair cinnamon-twist\nround 2",
    ),
    (
        "a seat that comes back in the middle passes too",
        f"{TWIST}{TRAYS}table: leaves Bo\ntable: reveal Ana=1 Cy=2 Di=2\nAna: pass eclair\ntable: returns Bo",
        "asked Bo Cy Di by cinnamon-twist",
    ),
    (
        "a seat that comes back empty-handed in the middle gets a card and passes none",
        f"{TWIST}{TRAYS.replace('tray Bo plain', 'tray Bo')}table: leaves Bo\ntable: reveal Ana=1 Cy=2 Di=2\n"
        "Ana: pass eclair\ntable: returns Bo\ntable: pass Cy=glazed Di=powdered",
        "Ana: cinnamon-twist powdered\nBo: eclair\nCy:\nDi: glazed\nnobody asked",
    ),
    (
        "a second twist in the round asks again, once the first is done",
        f"{FOUR}row 1=cinnamon-twist 2=cinnamon-twist 3=plain 4=plain 5=powdered\n{TRAYS}"
        "table: reveal Ana=1 Bo=2 Cy=5 Di=5\ntable: pass Ana=eclair Bo=plain Cy=glazed Di=powdered",
        "asked Ana Bo Cy Di by cinnamon-twist\nBo: eclair cinnamon-twist",
    ),
]


@pytest.mark.parametrize(("text", "expected"), [pytest.param(*row[1:], id=row[0]) for row in ROWS])
def test_a_power(text: str, expected: str) -> None:
    assert missing(game(f"{text}\n"), expected) == []


def test_a_twist_is_the_same_in_any_order_of_entry() -> None:
    passes = {"Ana": "eclair", "Bo": "plain", "Cy": "glazed", "Di": "powdered"}
    together = game(f"{TWIST}{TRAYS}{BIDS4}table: pass " + " ".join(f"{who}={card}" for who, card in passes.items()))
    for order in permutations(passes):
        apart = "".join(f"{who}: pass {passes[who]}\n" for who in order)
        assert game(f"{TWIST}{TRAYS}{BIDS4}{apart}").state == together.state
