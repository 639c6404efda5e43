"""Questions without a table, worked answers, the rules reference and its search."""
