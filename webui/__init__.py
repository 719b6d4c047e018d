"""Flask pages, the JSON API and the live stream. No rules, no geometry, no pixels.

Law: draws what the service says and passes on what a phone asks. May import `companion.service` and below for their
models only. The service is known as the Protocol in `webui.backend`; nothing here opens a camera or keeps a table of
its own.
"""

from webui.app import create_app

__all__ = ["create_app"]
