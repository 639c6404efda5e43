"""From an uploaded picture to proposed moves: pending photos, readings, proposals, samples, and sharing them."""
