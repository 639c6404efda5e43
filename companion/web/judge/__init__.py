"""The judge's pages: positions, boxes, trays and rounds, with addresses to share."""
