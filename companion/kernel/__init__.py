"""The kernel: lines, repairs, and the table they make by a fold. It knows no game.

From outside: `game` is the contract of a game, `table` the fold; all other modules may be used too.
"""
