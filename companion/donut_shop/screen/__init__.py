"""What a page shows and asks of a Donut Shop table: drafts, drawings, views, counting, editing."""
