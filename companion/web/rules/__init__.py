"""The pages of the rules reference, with worked examples and a search."""
