"""Draws what lies on a table: cards, slips of paper, cups, coins, pens, fingers."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.paint.colours import Rng, random_colour


def card(rng: Rng) -> np.ndarray:
    """Return a card with a donut and lines on it, as RGBA floats."""
    h, w = 150, int(rng.integers(90, 112))
    card = np.ones((h, w, 4), np.float32)
    card[..., :3] = random_colour(rng, (0.6, 0.98), (0, 0.6))
    ink = (*random_colour(rng, (0.15, 0.7), (0.2, 0.9)).tolist(), 1.0)
    if rng.random() < 0.6:
        cv2.rectangle(card, (5, 5), (w - 6, h - 6), ink, int(rng.integers(2, 6)))
    at = (w // 2, int(h * rng.uniform(0.3, 0.6)))
    size = int(w * rng.uniform(0.15, 0.34))
    cv2.circle(card, at, size, ink, -1, cv2.LINE_AA)
    if rng.random() < 0.8:
        cv2.circle(card, at, int(size * rng.uniform(0.2, 0.5)), (*card[2, 2, :3].tolist(), 1.0), -1, cv2.LINE_AA)
    for y in range(int(h * 0.7), h - 10, 12):
        cv2.line(card, (14, y), (w - 14 - int(rng.integers(0, 20)), y), ink, 3)
    return card


def clutter_object(rng: Rng) -> np.ndarray:
    """Return a coin, a cup seen from above, a pen or a block, as RGBA floats."""
    size = 160
    thing = np.zeros((size, size, 4), np.float32)
    colour = random_colour(rng, (0.15, 0.95), (0, 0.8))
    thing[..., :3] = colour
    kind = rng.integers(0, 4)
    middle = (size // 2, size // 2)
    if kind == 0:
        cv2.circle(thing, middle, int(rng.integers(25, 60)), (*colour.tolist(), 1.0), -1, cv2.LINE_AA)
    elif kind == 1:
        tall = int(rng.integers(20, 60))
        cv2.ellipse(thing, (80, 80 - tall // 2), (50, 40), 0, 0, 360, (*(colour * 0.8).tolist(), 1.0), -1, cv2.LINE_AA)
        cv2.rectangle(thing, (30, 80 - tall // 2), (130, 80 + tall // 2), (*(colour * 0.9).tolist(), 1.0), -1)
        cv2.ellipse(thing, (80, 80 + tall // 2), (50, 40), 0, 0, 360, (*colour.tolist(), 1.0), -1, cv2.LINE_AA)
        cv2.ellipse(thing, (80, 80 + tall // 2), (40, 31), 0, 0, 360, (*(colour * 0.4).tolist(), 1.0), -1, cv2.LINE_AA)
    elif kind == 2:
        cv2.line(thing, (10, 80), (150, 80), (*colour.tolist(), 1.0), int(rng.integers(6, 22)), cv2.LINE_AA)
    else:
        cv2.rectangle(thing, (40, 40), (120, 40 + int(rng.integers(30, 90))), (*colour.tolist(), 1.0), -1)
    return thing


def hand(rng: Rng) -> np.ndarray:
    """Return fingers of any skin colour, as RGBA floats."""
    skin = np.array([0.95, 0.75, 0.6]) * rng.uniform(0.3, 1.0) * rng.uniform(0.9, 1.1, 3)
    hand = np.zeros((200, 220, 4), np.float32)
    hand[..., :3] = skin
    wide = int(rng.integers(17, 26))
    for k in range(int(rng.integers(1, 5))):
        x = 50 + k * int(wide * 2.1)
        tip = int(rng.integers(20, 70))
        for inner, shade in ((1.0, 0.72), (0.75, 0.9), (0.4, 1.0)):
            colour = (*np.clip(skin * shade, 0, 1).tolist(), 1.0)
            cv2.line(hand, (x, tip), (x + int(rng.integers(-6, 7)), 200), colour, int(wide * 2 * inner), cv2.LINE_AA)
    return hand
