"""Donut Shop: its rules as pure functions on immutable values, and in `screen` what its pages show and enter.

`game.GAME` is the game. Other rooms also use `parts`, `case`, `moves`, `notation`, `pay` and `advice`.
"""
