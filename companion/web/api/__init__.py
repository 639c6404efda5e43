"""`/api/v1`: questions of other programs over HTTP, described by OpenAPI."""
