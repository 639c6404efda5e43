"""Guards of the door: the phones' signed cookies, https behind a proxy, codes that somebody guesses, a host's limits.

From outside: `register` of each module, `sessions.cookie_name`, `guessing.network_of`, and `one_table`, `one_photo`.
"""
