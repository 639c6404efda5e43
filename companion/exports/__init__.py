"""A table as other programs and printers read it: transcript, JSON, CSV, BG Stats, text for a terminal, paper."""
