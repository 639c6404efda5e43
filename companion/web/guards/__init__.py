"""Guards of the door: the phones' signed cookies, https behind a proxy, and codes that somebody guesses.

From outside: `register` of each module, `sessions.cookie_name` and `guessing.network_of`.
"""
