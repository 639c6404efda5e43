"""Reads a display case from a photograph. A photo proposes, a person confirms: nothing here can write a line.

`photo` turns bytes into a checked picture, `lattice` finds the squares in it, `cells` looks at each of them, `layout`
makes a legal case of that, `read` does it all; `teach` makes samples of what a person confirmed, and `reconcile` says
what a reading means for a case already known. OpenCV is imported at the first photo, never before.
"""
