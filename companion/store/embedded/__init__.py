"""The store of a house on one machine: an SQLite file with journal and claims, and files beside it."""
