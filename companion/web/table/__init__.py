"""The pages of one table: the table, its journal, previews, the result, downloads, news.

From outside: the blueprint of each module, and `views` for what a form holds.
"""
