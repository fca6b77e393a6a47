"""The one door to the database."""

from typing import Final

from .answers import Answers
from .challenges import Challenges
from .dailies import Dailies
from .database import Database
from .devices import Devices
from .exchange import Exchange
from .games import Games
from .history import History
from .ids import Clock, utc_now
from .ranked import Ranked
from .seen import Seen
from .tally import Tallies
from .transfers import Transfers
from .visitors import Visitors


class Store:
    """Visitors and games in one database; safe to use from many threads at once.

    `url` is SQLAlchemy's: `sqlite:////path/to/file.db` or `postgresql://user@host/name`.
    Nothing is opened before it is needed. `patience` is how many seconds a statement waits for
    a lock that another program holds. Every method raises `StoreUnavailable` if the database
    can't be used; nothing has changed then (unless the connection broke during the commit
    itself: then the next read tells).
    """

    def __init__(self, url: str, *, clock: Clock = utc_now, patience: float = 5.0) -> None:
        self.database: Final = Database(url, patience=patience)
        self.visitors: Final = Visitors(self.database, clock=clock)
        self.challenges: Final = Challenges(self.database, clock=clock)
        self.devices: Final = Devices(self.database)
        self.transfers: Final = Transfers(self.database, clock=clock)
        self.games: Final = Games(self.database, clock=clock)
        self.exchange: Final = Exchange(self.database, self.games)
        self.history: Final = History(self.database)
        self.ranked: Final = Ranked(self.database, clock=clock)
        self.dailies: Final = Dailies(self.database)
        self.tallies: Final = Tallies(self.database)
        self.seen: Final = Seen(self.database)
        self.answers: Final = Answers(self.database, clock=clock)

    def migrate(self) -> None:
        """Bring the tables up to date, unless they are; other processes wait meanwhile.

        Raises `DatabaseTooNew` if a newer version of the program has been here.
        """
        self.database.migrate()

    def ping(self) -> None:
        """Read one row, to know that the database answers and has its tables."""
        self.database.ping()

    def close(self) -> None:
        """Close every connection; the store may be used again after."""
        self.database.close()
