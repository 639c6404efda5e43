"""A table for other programs and printers: transcript, JSON, CSV, BG Stats, text for a terminal, a score sheet.

From outside: all modules; `serialization` has the transcript and the JSON the others build on.
"""
