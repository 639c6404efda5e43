"""The store for several processes: a PostgreSQL database that they share."""
