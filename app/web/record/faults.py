"""Why a file of games is not taken in, in words."""

from app.i18n import Language
from app.record.exchange import ExchangeError, Reason


def fault_text(error: ExchangeError, language: Language) -> str:
    """Return what is wrong with a file, and where."""
    _ = language.gettext
    texts = {
        Reason.FOREIGN: _("This is no file of games from here or from another such table."),
        Reason.NEWER: _("This file is of version {found}, which is newer than this program."),
        Reason.CUT_OFF: _("The file ends too early, or was damaged on the way. Download it again."),
        Reason.TOO_LARGE: _("The file is larger than any that is written here."),
        Reason.LINE: _("Line {line} is not what a game looks like: see {found}.")
        if error.found
        else _("Line {line} is not what a game looks like."),
        Reason.REPLAY: _("The game in line {line} does not follow the rules: see {found}."),
        Reason.TIME: _("The game in line {line} has a time that can't be: {found}."),
        Reason.TWICE: _("The game in line {line} is in the file twice."),
    }
    return texts[error.reason].format(line=error.line, found=error.found)
