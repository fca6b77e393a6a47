"""Settings: every variable's good values, bad values, and what the messages say."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.settings import (
    SETTINGS,
    SettingError,
    Settings,
    hide_password,
    settings_help,
    unknown_settings,
)

NAMES = [each.name for each in SETTINGS]


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = Settings.read({})
    assert settings.data == Path.cwd() / "data"
    assert settings.database_url == f"sqlite:///{Path.cwd() / 'data' / 'pyramid.db'}"
    assert (settings.host, settings.port, settings.workers) == ("127.0.0.1", 8000, 1)
    assert (settings.base_url, settings.root_path) == ("", "")
    assert settings.trusted_proxies == ("127.0.0.1", "::1")
    assert (settings.solver_processes, settings.solver_seconds) == (1, 10.0)
    assert settings.language == "en"


@pytest.mark.parametrize("empty", ["", "  "])
def test_an_empty_variable_counts_as_not_set(empty: str) -> None:
    assert Settings.read(dict.fromkeys(NAMES, empty)) == Settings.read({})


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Settings.read({}).port = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("given_url", "used"),
    [
        ("postgres://u:p@db/cards", "postgresql+psycopg://u:p@db/cards"),
        ("postgresql://u:p@db:5433/cards", "postgresql+psycopg://u:p@db:5433/cards"),
        ("postgresql+psycopg://db/cards", "postgresql+psycopg://db/cards"),
        ("postgresql:///cards?host=/run/pg", "postgresql+psycopg:///cards?host=/run/pg"),
        ("sqlite:////srv/cards.db", "sqlite:////srv/cards.db"),
    ],
)
def test_a_database_address_is_made_one_that_sqlalchemy_takes(given_url: str, used: str) -> None:
    assert Settings.read({"PYRAMID_DATABASE_URL": given_url}).database_url == used


def test_the_data_folder_holds_the_default_database(tmp_path: Path) -> None:
    settings = Settings.read({"PYRAMID_DATA": str(tmp_path)})
    assert settings.database_url == f"sqlite:///{tmp_path}/pyramid.db"


def test_a_relative_data_folder_stays_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Settings.read({"PYRAMID_DATA": "games"}).data == tmp_path / "games"


def test_the_base_address_loses_its_last_slash_and_gives_the_path() -> None:
    settings = Settings.read({"PYRAMID_BASE_URL": "https://nas.example/cards/"})
    assert settings.base_url == "https://nas.example/cards"
    assert settings.root_path == "/cards"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("HTTPS://Cards.Example", "https://cards.example"),
        ("https://cards.example:443/", "https://cards.example"),
        ("http://cards.example:80/Cards/", "http://cards.example/Cards"),
        ("https://cards.example:80", "https://cards.example:80"),
        ("http://NAS:8080", "http://nas:8080"),
        ("http://[FD00::1]:8000", "http://[fd00::1]:8000"),
        ("http://[::1]:80", "http://[::1]"),
        ("http://nas:", "http://nas"),
    ],
)
def test_the_base_address_is_written_as_browsers_write_it(typed: str, kept: str) -> None:
    assert Settings.read({"PYRAMID_BASE_URL": typed}).base_url == kept


def test_a_path_alone_is_kept() -> None:
    assert Settings.read({"PYRAMID_ROOT_PATH": "/cards/"}).root_path == "/cards"


def test_a_path_that_contradicts_the_base_address_is_refused() -> None:
    with pytest.raises(SettingError, match=r"the path of PYRAMID_BASE_URL \(/cards\)"):
        Settings.read(
            {"PYRAMID_BASE_URL": "https://nas.example/cards", "PYRAMID_ROOT_PATH": "/games"}
        )


def test_proxies_are_addresses_and_networks() -> None:
    settings = Settings.read({"PYRAMID_TRUSTED_PROXIES": "10.0.0.5, 172.16.0.0/12,fd00::/8,*"})
    assert settings.trusted_proxies == ("10.0.0.5", "172.16.0.0/12", "fd00::/8", "*")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PYRAMID_DATA", "da?ta"),
        ("PYRAMID_DATA", __file__),
        ("PYRAMID_DATABASE_URL", "cards.db"),
        ("PYRAMID_DATABASE_URL", "mysql://db/cards"),
        ("PYRAMID_DATABASE_URL", "postgresql://db"),
        ("PYRAMID_DATABASE_URL", "postgresql://[db/cards"),
        ("PYRAMID_DATABASE_URL", "sqlite://"),
        ("PYRAMID_DATABASE_URL", "sqlite:///:memory:"),
        ("PYRAMID_BASE_URL", "cards.example"),
        ("PYRAMID_BASE_URL", "ftp://cards.example"),
        ("PYRAMID_BASE_URL", "https://cards.example:port"),
        ("PYRAMID_BASE_URL", "https://cards.example/?a=b"),
        ("PYRAMID_BASE_URL", "https://me@cards.example"),
        ("PYRAMID_BASE_URL", "https://[::1"),
        ("PYRAMID_ROOT_PATH", "cards"),
        ("PYRAMID_ROOT_PATH", "//cards"),
        ("PYRAMID_TRUSTED_PROXIES", "proxy.example"),
        ("PYRAMID_TRUSTED_PROXIES", "10.0.0.1/8"),
        ("PYRAMID_HOST", "http://127.0.0.1"),
        ("PYRAMID_PORT", "0"),
        ("PYRAMID_PORT", "65536"),
        ("PYRAMID_PORT", "8000.0"),
        ("PYRAMID_PORT", "000000080800"),
        ("PYRAMID_PORT", "²"),
        ("PYRAMID_WORKERS", "many"),
        ("PYRAMID_SOLVER_PROCESSES", "0"),
        ("PYRAMID_SOLVER_SECONDS", "nan"),
        ("PYRAMID_SOLVER_SECONDS", "forever"),
        ("PYRAMID_SOLVER_SECONDS", "601"),
        ("PYRAMID_LANGUAGE", "xx"),
    ],
)
def test_a_bad_value_is_named_with_what_would_be_right(name: str, value: str) -> None:
    with pytest.raises(SettingError) as caught:
        Settings.read({name: value})
    assert str(caught.value).startswith(f"{name}={value!r} cannot be used: it must be ")


def test_a_port_that_kubernetes_set_is_explained() -> None:
    with pytest.raises(SettingError, match="enableServiceLinks"):
        Settings.read({"PYRAMID_PORT": "tcp://10.0.0.1:80"})


def test_a_password_is_never_shown() -> None:
    with pytest.raises(SettingError) as caught:
        Settings.read({"PYRAMID_DATABASE_URL": "mysql://me:secret@db/cards"})
    assert "secret" not in str(caught.value)
    settings = Settings.read({"PYRAMID_DATABASE_URL": "postgresql://me:secret@db/cards"})
    assert "secret" not in repr(settings)
    assert settings.shown_database == "postgresql+psycopg://me:***@db/cards"


def test_an_address_without_a_password_is_shown_as_it_is() -> None:
    for url in ("sqlite:////srv/cards.db", "postgresql://me@db/cards", "http://[bad"):
        assert hide_password(url) == url


@example(name="PYRAMID_DATA", value="~nobody-of-this-name/cards")
@example(name="PYRAMID_DATA", value="x" * 5000)
@given(name=st.sampled_from(NAMES), value=st.text())
def test_any_text_at_all_is_taken_or_refused_by_name(name: str, value: str) -> None:
    refusals = []
    try:
        Settings.read({name: value})
    except SettingError as error:
        refusals.append(error)
    assert all(name in str(error) for error in refusals)


def test_an_unknown_variable_is_named_with_the_one_it_resembles() -> None:
    environment = {"PYRAMID_DATABSE_URL": "x", "PYRAMID_ZZZ": "x", "PATH": "x"}
    assert unknown_settings(environment) == (
        "PYRAMID_DATABSE_URL is not a setting and is ignored; did you mean PYRAMID_DATABASE_URL?",
        "PYRAMID_ZZZ is not a setting and is ignored",
    )


def test_known_variables_and_those_of_the_tests_are_not_reported() -> None:
    assert unknown_settings(dict.fromkeys([*NAMES, "PYRAMID_TEST_PG_URL"], "x")) == ()


def test_help_names_every_setting_with_its_default() -> None:
    for setting in SETTINGS:
        assert f"{setting.name} (default: {setting.default})\n" in settings_help()
