"""Before and between games: home, joining, opening a table, editions."""
