"""What people at the table may say beside the rules: pause, the time limit, standing orders, corrections by agreement.

A correction is proposed by the host; every seat is asked, and one refusal ends it. It is carried out when all have
agreed; or when the host says so after those who said nothing have slept past the time limit, and the journal says who
they were. While it is open commands wait, so it fits when it comes. The clock arrives as `tick`. Called like `Match`,
from one thread at a time.
"""

from __future__ import annotations

from typing import Any

from companion.games.coding import plain
from companion.games.contract import AGREED, HOST, Command, Correcting, Offer, Refusal, unfit
from companion.games.questions import Choose, shown_to
from companion.service.match.match import Accepted, Match
from companion.service.match.talk import DEFAULT, kind_of

SLEPT_S = 60
"""How long a phone sleeps before it is not waited for, where the table has no time limit."""
LEAST_LIMIT_S, MOST_LIMIT_S = 10, 3600


class Parley:
    """Of one match."""

    def __init__(self, match: Match) -> None:
        self._match = match

    def pause(self, paused: bool) -> Accepted | Refusal:
        """Commands and answers wait, or go on."""
        if self._match.talk.paused == paused:
            said = "paused already" if paused else "not paused"
            return Refusal("paused", f"The game is {said}.", "")
        return self._match.say(HOST, {"say": "paused" if paused else "resumed"})

    def limit(self, seconds: int) -> Accepted | Refusal:
        """How long a decision may sleep before its default is taken; 0: for ever."""
        if seconds and not LEAST_LIMIT_S <= seconds <= MOST_LIMIT_S:
            sentence = f"A time limit is {LEAST_LIMIT_S} to {MOST_LIMIT_S} seconds, or 0 for none."
            return Refusal("limit", sentence, "")
        return self._match.say(HOST, {"say": "limit", "s": seconds})

    def order(self, seat: str, kind: str, value: Any = DEFAULT) -> Accepted | Refusal:
        """The seat answers all questions of this kind beforehand; the one that is open too.

        value: checked against the open question; DEFAULT where none of the kind is open.
        """
        question = self._match.open_question
        is_open = isinstance(question, Choose) and question.seat == seat and kind_of(question) == kind
        if not is_open and kind not in self._match.standing:
            return Refusal("order", f"{kind[:40]!r} cannot be answered beforehand.", "")
        if value is not DEFAULT and not (is_open and question and question.complaint(value) is None):
            return Refusal("order", "Beforehand only the default can be taken, or an answer that fits now.", "")
        said = self._match.say(seat, {"say": "ordered", "question": kind, "value": value})
        if question is not None and is_open and not self._match.talk.paused:
            self._match.answer_beforehand()
        return said

    def revoke(self, seat: str, kind: str) -> Accepted | Refusal:
        """The seat will be asked again."""
        if kind not in self._match.talk.orders.get(seat, {}):
            return Refusal("order", "There is no such standing order.", "")
        return self._match.say(seat, {"say": "revoked", "question": kind})

    def corrections(self) -> tuple[Offer, ...]:
        """What the host may propose now."""
        game = self._match.game
        if not isinstance(game, Correcting) or self._match.open_question is not None:
            return ()
        return game.corrections(self._match.state, self._match.table)

    def propose(self, command_id: str, offer_id: str, fields: dict[str, Any]) -> Accepted | Refusal:
        """The host proposes; everybody is asked."""
        question = self._match.open_question
        if question is not None:
            sentence = f"{question.seat} is asked first; wait, pass it over, or take the command back."
            return Refusal("busy", sentence, shown_to(question, HOST)["rule"])
        if self._match.talk.proposal is not None:
            return Refusal("busy", "The table is being asked about another correction.", "")
        command = Command(command_id, HOST, offer_id, fields)
        offer = next((offer for offer in self.corrections() if offer.id == offer_id), None)
        if offer is None:
            return Refusal("not-now", f"{offer_id[:40]!r} cannot be agreed on now.", AGREED)
        refusal = unfit(offer, command)
        if refusal is not None:
            return refusal
        label = offer.label + "".join(f", {name} {value}" for name, value in fields.items())
        return self._match.say(HOST, {"say": "proposed", "command": plain(command), "label": label})

    def vote(self, seat: str, of: int, agree: bool) -> Accepted | Refusal:
        """A seat agrees or refuses. The last one to agree carries it out."""
        proposal = self._match.talk.proposal
        if proposal is None or proposal.n != of:
            return Refusal("closed", "This is no longer asked.", "")
        if not agree:
            return self._match.say(seat, {"say": "refused"})
        if seat in proposal.agreed:
            return Accepted(proposal.n)
        said = self._match.say(seat, {"say": "agreed"})
        return said if self._missing() else self._carry_out()

    def withdraw(self) -> Accepted | Refusal:
        """The host takes the proposal back."""
        if self._match.talk.proposal is None:
            return Refusal("closed", "Nothing is proposed.", "")
        return self._match.say(HOST, {"say": "withdrawn"})

    def force(self, now_s: float) -> Accepted | Refusal:
        """The host carries it out although some have said nothing; only after they have slept past the limit."""
        proposal = self._match.talk.proposal
        if proposal is None:
            return Refusal("closed", "Nothing is proposed.", "")
        missing = self._missing()
        left_s = proposal.time_s + (self._match.talk.limit_s or SLEPT_S) - now_s
        if missing and left_s > 0:
            sentence = f"{', '.join(missing)} may still answer, for {left_s:.0f} s."
            return Refusal("consent", sentence, "")
        self._match.say(HOST, {"say": "forced", "asleep": list(missing)})
        return self._carry_out()

    def tick(self, now_s: float) -> None:
        """The time, from outside; a decision that has slept past the limit gets its default."""
        talk, question = self._match.talk, self._match.open_question
        since_s = max(self._match.asked_s, talk.resumed_s)
        if talk.limit_s and not talk.paused and isinstance(question, Choose) and now_s - since_s >= talk.limit_s:
            self._match.answer(question.seat, question.key, question.default, "limit")

    def _missing(self) -> tuple[str, ...]:
        proposal = self._match.talk.proposal
        seats = self._match.game.seats(self._match.state)
        return tuple(seat for seat in seats if proposal is None or seat not in proposal.agreed)

    def _carry_out(self) -> Accepted | Refusal:
        proposal = self._match.talk.proposal
        assert proposal is not None
        said = self._match.correct(proposal.command)
        if isinstance(said, Refusal):
            self._match.say(HOST, {"say": "failed", "reason": said.reason})
        return said
