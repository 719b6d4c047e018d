"""Log lines on the error stream: plain, or one JSON object each for whoever collects them."""

from __future__ import annotations

import json
import logging
import sys
import time

from companion.service.settings import LogSettings

LONGEST = 4000


class JsonLines(logging.Formatter):
    """time (UTC), level, name, message, and trace where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        entry: dict[str, str] = {
            "time": f"{moment}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "name": record.name,
            "message": record.getMessage()[:LONGEST],
        }
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)[-LONGEST:]
        return json.dumps(entry, ensure_ascii=False)


def start_logging(settings: LogSettings) -> None:
    """Send the log of this process to the error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        JsonLines() if settings.json else logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    )
    logging.basicConfig(level=settings.level.upper(), handlers=[handler], force=True)
    logging.getLogger("waitress").setLevel(logging.WARNING)
