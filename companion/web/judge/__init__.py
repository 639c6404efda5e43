"""The judge's pages: positions, boxes, trays and rounds, with addresses to share.

From outside: `views`, the blueprint.
"""
