"""Records of games: scores over time, best lines, results under other rulings.

From outside: `course`.
"""
