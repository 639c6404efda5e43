"""This machine in the local network: its addresses, and the words in the terminal for the person beside it.

From outside: `addresses`, `terminal`.
"""
