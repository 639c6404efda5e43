"""The pages: the only room that knows HTTP."""

from companion.web.factory import create_app

__all__ = ["create_app"]
