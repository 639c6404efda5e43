"""The pages of a photo: take one, correct its reading, confirm it.

From outside use `views.pages` and `views.register`, and `uploads.reader` for the app's reader.
"""
