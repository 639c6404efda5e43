"""The judge: questions without a table, verdicts with reasons, and the pages of the rules with their search.

From outside: `answers` (amounts), `verdicts` (with reasons), `rulebook`, `search`, `limits`, `rulings`.
"""
