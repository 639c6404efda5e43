"""How games went: scores over time, best moments, what other rulings would have changed."""
