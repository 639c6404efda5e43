"""The server: connections that no client can hold for ever, bodies within bounds, the app in a few threads.

`serve` in `companion.web.server` starts it. An event loop holds every connection and every phone that waits for news;
the app runs in threads, once a request is there whole.
"""
