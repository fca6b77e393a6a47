"""The server's settings: environment variables read once into one frozen value.

`SETTINGS` is the one table of names, defaults and help. `--help` prints it and a test holds the
README to it. Nothing else in the project reads the environment.
"""

from __future__ import annotations

import difflib
import ipaddress
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, urlsplit, urlunsplit

PREFIX = "PYRAMID_"
# What the test suite itself reads; the server neither knows nor warns about these.
TEST_PREFIX = "PYRAMID_TEST_"
CATALOGUES = Path(__file__).parent / "locale"


class SettingError(ValueError):
    """A setting has a value that cannot be used.

    The message names the variable, the value (without a password) and what would be right.
    """

    def __init__(self, name: str, value: str, wanted: str) -> None:
        super().__init__(f"{name}={value!r} cannot be used: it must be {wanted}")
        self.name = name
        self.value = value
        self.wanted = wanted


class _Unfit(ValueError):
    """Raised by a reader; its text says what would be right."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table: a variable, its default as people read it, and what it is for."""

    name: str
    default: str
    help: str
    read: Callable[[str], object]

    def value(self, environment: Mapping[str, str]) -> object:
        """The variable's value, or that of the default when it is missing or empty.

        Raises `SettingError`.
        """
        text = environment.get(self.name, "").strip() or self.default
        try:
            return self.read(text)
        except _Unfit as unfit:
            raise SettingError(self.name, hide_password(text), str(unfit)) from None


def _split(text: str, wanted: str) -> SplitResult:
    """The parts of an address whose port, if any, is a number."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        raise _Unfit(wanted) from None
    return parts


def _folder(text: str) -> Path:
    # Absolute from the start, so that nothing moves when a process changes its folder.
    wanted = "a folder (made when it is missing) whose path has no '?' in it"
    try:
        path = Path(text).expanduser().absolute()
        if "?" in text or (path.exists() and not path.is_dir()):
            raise _Unfit(wanted)
    except (RuntimeError, OSError) as error:
        # The home of somebody who isn't there, or a name that the file system doesn't take.
        raise _Unfit(wanted) from error
    return path


def _database(text: str) -> str:
    wanted = (
        "postgresql://user:password@host:5432/name or sqlite:////folder/file.db;"
        " without it, a SQLite file in PYRAMID_DATA is used"
    )
    if text == DATABASE_IN_DATA:
        return ""
    scheme, separator, rest = text.partition("://")
    if not separator:
        raise _Unfit(wanted)
    if scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        if not _split(f"postgresql://{rest}", wanted).path.strip("/"):
            raise _Unfit(wanted)
        return f"postgresql+psycopg://{rest}"
    if scheme == "sqlite":
        # An in-memory database would be a new and empty one for each connection.
        if not rest.startswith("/") or rest in ("/", "/:memory:") or rest.startswith("/?"):
            raise _Unfit(f"{wanted}; a database in memory would lose every game")
        return text
    raise _Unfit(wanted)


def _base_url(text: str) -> str:
    if text == FROM_REQUEST:
        return ""
    wanted = "the address people use, like https://cards.example or http://nas:8000/cards"
    parts = _split(text, wanted)
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        raise _Unfit(wanted)
    if parts.query or parts.fragment:
        raise _Unfit(wanted)
    # As browsers write it: in small letters, and without the port that goes without saying.
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    port = f":{parts.port}" if parts.port and parts.port != usual else ""
    return f"{parts.scheme}://{host}{port}{parts.path.rstrip('/')}"


def _root_path(text: str) -> str:
    if text == FROM_BASE_URL:
        return ""
    if not text.startswith("/") or text.startswith("//") or any(sign in text for sign in "?#% "):
        raise _Unfit("a path like /cards, as the proxy in front uses it")
    return text.rstrip("/")


def _proxies(text: str) -> tuple[str, ...]:
    entries = tuple(entry.strip() for entry in text.split(",") if entry.strip())
    for entry in entries:
        if entry == "*":
            continue
        try:
            ipaddress.ip_network(entry)
        except ValueError:
            raise _Unfit(
                "addresses or networks with commas between them, like 10.0.0.5,172.16.0.0/12,"
                " or * for any"
            ) from None
    return entries


def _host(text: str) -> str:
    if any(sign in text for sign in "/ ,") or "://" in text:
        raise _Unfit("one address or host name to listen on, like 127.0.0.1, 0.0.0.0 or ::")
    return text


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        digits = text.isascii() and text.isdigit() and len(text) < 10
        if not digits or not low <= int(text) <= high:
            hint = ""
            if text.startswith("tcp://"):
                hint = (
                    " (a value like this is set by Kubernetes for a service of that name:"
                    " use enableServiceLinks: false or another name)"
                )
            raise _Unfit(f"a whole number from {low} to {high}{hint}")
        return int(text)

    return read


def _seconds(low: float, high: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if not low <= number <= high:
            raise _Unfit(f"a number of seconds from {low:g} to {high:g}")
        return number

    return read


def _language(text: str) -> str:
    # As app.i18n has it, without reading the catalogues.
    files = CATALOGUES.glob("*.po")
    known = sorted({"en"} | {catalogue.stem.replace("_", "-") for catalogue in files})
    if text not in known:
        raise _Unfit(f"one of {', '.join(known)}")
    return text


def _switch(text: str) -> bool:
    if text not in ("on", "off"):
        raise _Unfit("on or off")
    return text == "on"


DATABASE_IN_DATA = "SQLite file pyramid.db in PYRAMID_DATA"
FROM_REQUEST = "taken from each request"
FROM_BASE_URL = "path of PYRAMID_BASE_URL, or none"

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "PYRAMID_DATA",
        "./data",
        "The one folder that data lives under (in the container: /data).",
        _folder,
    ),
    Setting(
        "PYRAMID_DATABASE_URL",
        DATABASE_IN_DATA,
        "Where games are kept: postgresql://user:password@host/name, or sqlite:////folder/file.db.",
        _database,
    ),
    Setting(
        "PYRAMID_BASE_URL",
        FROM_REQUEST,
        "The address people use, like https://cards.example; share links start with it.",
        _base_url,
    ),
    Setting(
        "PYRAMID_ROOT_PATH",
        FROM_BASE_URL,
        "The path that a proxy in front serves the site under, like /cards.",
        _root_path,
    ),
    Setting(
        "PYRAMID_TRUSTED_PROXIES",
        "127.0.0.1,::1",
        "Proxies whose X-Forwarded-For and -Proto are believed: addresses, networks, or * for any.",
        _proxies,
    ),
    Setting(
        "PYRAMID_HOST",
        "127.0.0.1",
        "The address to listen on (in the container: 0.0.0.0).",
        _host,
    ),
    Setting("PYRAMID_PORT", "8000", "The port to listen on.", _whole(1, 65535)),
    Setting(
        "PYRAMID_WORKERS",
        "1",
        "Server processes. One serves hundreds of players; more help on several cores.",
        _whole(1, 64),
    ),
    Setting(
        "PYRAMID_SOLVER_PROCESSES",
        "1",
        "Processes that each server process may use for the solver.",
        _whole(1, 64),
    ),
    Setting(
        "PYRAMID_SOLVER_SECONDS",
        "10",
        "How long the solver may think about one question, in seconds.",
        _seconds(0.1, 600),
    ),
    Setting(
        "PYRAMID_NAMES",
        "on",
        "Whether the names that players give themselves are shown in challenges: on or off.",
        _switch,
    ),
    Setting(
        "PYRAMID_LANGUAGE",
        "en",
        "The language for visitors whose browser asks for none that the site has.",
        _language,
    ),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting of the server, checked.

    `data` is absolute; `database_url` is one that SQLAlchemy takes; `base_url` and `root_path` are
    empty when unset and never end in a slash. Made by `Settings.read`, so there is one set of
    defaults.
    """

    data: Path
    database_url: str = field(repr=False)
    base_url: str
    root_path: str
    trusted_proxies: tuple[str, ...]
    host: str
    port: int
    workers: int
    solver_processes: int
    solver_seconds: float
    names: bool
    language: str

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """The settings of an environment, by default this process's.

        Options of the command line go the same way: put them over the variables of the same
        meaning before reading. Raises `SettingError`.
        """
        given = os.environ if environment is None else environment
        values = {
            setting.name.removeprefix(PREFIX).lower(): setting.value(given) for setting in SETTINGS
        }
        settings = cls(**values)  # type: ignore[arg-type]  # each reader returns its field's type
        return settings._completed()

    def _completed(self) -> Settings:
        """The same with what one setting takes from another filled in."""
        path = urlsplit(self.base_url).path
        if self.root_path and self.base_url and self.root_path != path:
            raise SettingError(
                "PYRAMID_ROOT_PATH",
                self.root_path,
                f"the path of PYRAMID_BASE_URL ({path or 'none'}), or be left out",
            )
        url = self.database_url or f"sqlite:///{(self.data / 'pyramid.db').as_posix()}"
        changed = {"root_path": self.root_path or path, "database_url": url}
        values = {name: getattr(self, name) for name in self.__slots__}
        return Settings(**values | changed)

    @property
    def shown_database(self) -> str:
        """The database's address for people to read: a password in it is hidden."""
        return hide_password(self.database_url)


def unknown_settings(environment: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """One sentence for each variable that has the prefix but is no setting: a likely slip."""
    given = os.environ if environment is None else environment
    known = [setting.name for setting in SETTINGS]
    sentences = []
    for name in sorted(given):
        if not name.startswith(PREFIX) or name.startswith(TEST_PREFIX) or name in known:
            continue
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.75)
        hint = f"; did you mean {near[0]}?" if near else ""
        sentences.append(f"{name} is not a setting and is ignored{hint}")
    return tuple(sentences)


def settings_help() -> str:
    """The table as `--help` prints it: each variable, its default, and what it is for."""
    rows = [f"  {each.name} (default: {each.default})\n      {each.help}" for each in SETTINGS]
    return "environment variables:\n" + "\n".join(rows)


def hide_password(url: str) -> str:
    """The same text with `***` for a password, where it is an address that has one."""
    try:
        parts = urlsplit(url)
        password = parts.password
    except ValueError:  # not an address at all, so nothing in it is known to be a password
        return url
    if password is None:
        return url
    user, _, host = parts.netloc.rpartition("@")
    shown = f"{user.partition(':')[0]}:***@{host}"
    return urlunsplit(SplitResult(parts.scheme, shown, parts.path, parts.query, parts.fragment))
