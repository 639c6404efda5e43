"""What a page shows and asks of a Go Nuts table: drafts, questions, views, counting, editing."""
