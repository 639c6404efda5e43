"""The host page, open on the server's own machine only: addresses, current tables, Wi-Fi, backup.

From outside: `views.pages`.
"""
