"""The pages of a photo: take one, mend what was read, confirm."""
