"""Pages that show a table to be looked at: the replay, the result with its review, the big screen.

From outside: the modules with `pages`.
"""
