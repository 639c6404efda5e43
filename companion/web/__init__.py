"""All that knows HTTP: the app, its server, and a package of pages a subject. Nothing else imports it.

From outside: `create_app`, and `server` to serve it.
"""

from companion.web.factory import create_app

__all__ = ["create_app"]
