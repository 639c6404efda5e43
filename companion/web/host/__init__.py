"""The host's page, open on the server's own machine only: addresses, tables on now, Wi-Fi, backup.

From outside: `views.pages`.
"""
