"""`/api/v1`: questions of other programs in JSON over HTTP, described by OpenAPI.

From outside: `views`, the blueprint, and `errors`, whose refusals are JSON.
"""
