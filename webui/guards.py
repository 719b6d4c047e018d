"""Who may ask, and what a page of ours may do: checks before a request, headers after it.

There is no login: whoever is in the home network may look. What must not happen is that a web site open on the same
phone reaches the service through the phone's browser. Two ways are shut. A site that makes its own name resolve to
our address (DNS rebinding) is caught by the Host header: we answer to addresses, to names without a dot and to names
no public registry sells (.local and the like), and to names the owner listed. A site that posts to our address is
caught by Sec-Fetch-Site and Origin.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from flask import Flask, Response, request

from webui.faults import Refused

HOME_SUFFIXES = (".local", ".localhost", ".lan", ".home.arpa", ".internal", ".localdomain")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""On every answer.

No Access-Control header is ever sent: other origins may not read.
"""


def host_is_ours(host: str, allowed: Collection[str]) -> bool:
    """Whether a Host header's value (with or without port) names this machine in a way no outsider can bend."""
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    if not name:
        return False
    name = name.rstrip(".")
    if name in allowed or name.endswith(HOME_SUFFIXES):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return "." not in name
    return True


def is_cross_site(fetch_site: str | None, origin: str | None, host: str) -> bool:
    """Whether a request that changes something was sent by a page of another origin. Programs send neither header."""
    if fetch_site is not None and fetch_site not in ("same-origin", "none"):
        return True
    return origin is not None and urlsplit(origin).netloc.lower() != host.lower()


def register_guards(app: Flask, allowed_hosts: Collection[str]) -> None:
    """Put the checks before and the headers behind every request."""
    allowed = {name.lower() for name in allowed_hosts}

    @app.before_request
    def check() -> None:
        host = request.headers.get("Host", "")
        if not host_is_ours(host.lower(), allowed):
            raise Refused(
                "wrong_host",
                "The companion does not answer to this name. Open it by its address or its .local name, "
                "or add it to names under [web] in the settings.",
                "Host",
            )
        if request.method not in SAFE_METHODS and is_cross_site(
            request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin"), host
        ):
            raise Refused("cross_site", "Only the companion's own page may send this.", "Origin")

    @app.after_request
    def head(answer: Response) -> Response:
        for name, value in HEADERS.items():
            answer.headers.setdefault(name, value)
        return answer
