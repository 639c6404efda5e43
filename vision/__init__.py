"""Reads a display case from a photograph. A photo proposes, a person confirms: nothing here can write a line.

From outside use `values`, `photo.decode`, `reader`, `reconciliation`, `alignment.align_drawing`, `sampling`, `encoding`
and `networks.nets_version`; OpenCV is imported at the first photo, never before. `reader` names the stages in order.
"""
