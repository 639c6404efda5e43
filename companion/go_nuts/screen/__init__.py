"""The screen of Go Nuts for Donuts: drafts of lines, the questions of a page, and views for the templates.

The rules never import it.
"""
