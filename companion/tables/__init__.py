"""The one door (`play`), the journal and its database, the feed, the dealer, replay and transcript files."""
