"""Paints photographs nobody took, each from a seed: an edition's art, a case laid of it, a table, light, a camera."""
