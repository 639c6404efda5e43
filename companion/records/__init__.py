"""How games went: scores over time, best lines, what other rulings would have changed.

From outside: `course`.
"""
