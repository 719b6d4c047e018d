"""Who is who: an unguessable token for each seat, and a code for the host.

A token may be on several phones, and a phone may hold several. The host gives them out; for that he needs the code that
is printed when the program starts. It opens no seat's secrets.
"""

from __future__ import annotations

import hmac
import secrets

from companion.service.match.journal import Journal

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8


def host_code() -> str:
    """A code of eight letters and digits, none of them easily taken for another."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class Seats:
    """The tokens of a journal's seats; made when first asked for, and kept with the game."""

    def __init__(self, journal: Journal, seats: tuple[str, ...], code: str) -> None:
        self._journal, self._code = journal, code
        self._tokens = {seat: token for seat, token in journal.tokens().items() if seat in seats}
        for seat in seats:
            if seat not in self._tokens:
                self.renew(seat)

    def renew(self, seat: str) -> str:
        """A new token for a seat; phones with the old one are out."""
        self._tokens[seat] = secrets.token_urlsafe(16)
        self._journal.keep_token(seat, self._tokens[seat])
        return self._tokens[seat]

    def token(self, seat: str) -> str:
        """The seat's token, to be given to its player. KeyError if there is no such seat."""
        return self._tokens[seat]

    def seat_of(self, token: str) -> str | None:
        """Whose token this is; None: nobody's."""
        found = [seat for seat, own in self._tokens.items() if hmac.compare_digest(own.encode(), token.encode())]
        return found[0] if found else None

    def is_host(self, code: str) -> bool:
        """Whether this is the host's code."""
        return hmac.compare_digest(self._code.encode(), code.strip().upper().encode())
