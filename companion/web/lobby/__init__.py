"""The pages before and between games: home, joining, opening a table, editions.

From outside: the blueprints of `views` and `editions`; the latter also keeps an edition that a photo taught.
"""
