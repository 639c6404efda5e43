"""From an uploaded picture to proposed moves: `pending` photos, their `reading`, `proposals` and the `plan` of lines.

What was learnt is in `samples`, and `sharing` exchanges it between houses; all modules may be used from outside.
"""
