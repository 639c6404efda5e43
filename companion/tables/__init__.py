"""Tables: `play`, the one door for every line; the feed, the dealer, replay and transcript files.

From outside: all modules but `dealer`; `demo` holds games to look at.
"""
