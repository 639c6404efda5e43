"""Explanations: single slips that account for the difference between the money counted and the money recorded.

From outside: `search.explanations`, and `earlier_turns` for a box entered late.
"""
