"""The pages of one table: the table, its journal, previews, the result, downloads, news."""
