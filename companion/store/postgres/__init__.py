"""The store of many houses at one address: a PostgreSQL database that several processes share."""
