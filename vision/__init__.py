"""Reads a display case from a photograph. A photo proposes, a person confirms: nothing here can write a line.

From outside use `values`, `photo`, `reader`, `reconciliation`, `alignment.align_drawing`, `sampling` and
`networks.nets_version`; OpenCV is imported at the first photo, never before. `reader` names the stages in order.
"""
