"""The screen of Donut Shop: drafts of lines, drawings of the case, and views for the templates.

The rules never import it.
"""
