"""The fixtures themselves: each way to a database and a browser really works."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
import sqlalchemy
from playwright.sync_api import Page

from tests.support import machine
from tests.support.browser import accessibility_violations, touch_drag
from tests.support.machine import Missing, find_chromium, find_postgres_programs
from tests.support.postgres import fresh_database, postgres_server


def _program(path: Path) -> Path:
    path.write_text("#!/bin/sh\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_each_database_is_new_and_takes_a_table(database_url: str) -> None:
    engine = sqlalchemy.create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("CREATE TABLE here (number integer)"))
        count = connection.execute(sqlalchemy.text("SELECT count(*) FROM here")).scalar_one()
    engine.dispose()
    assert count == 0


@pytest.mark.postgres
def test_without_a_system_server_the_bundled_postgresql_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(machine.POSTGRES_VARIABLE, raising=False)
    monkeypatch.setattr(machine, "SYSTEM_POSTGRES", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with postgres_server() as server, fresh_database(server) as url:
        engine = sqlalchemy.create_engine(url)
        with engine.connect() as connection:
            version = connection.execute(sqlalchemy.text("SHOW server_version")).scalar_one()
        engine.dispose()
    assert int(str(version).split(".")[0]) >= 18


def test_a_named_server_is_used_and_left_clean(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(machine.POSTGRES_VARIABLE, postgres)
    with postgres_server() as server:
        assert server == postgres
        with fresh_database(server) as url:
            name = url.rpartition("/")[2]
    engine = sqlalchemy.create_engine(postgres.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        names = connection.execute(sqlalchemy.text("SELECT datname FROM pg_database")).scalars()
        assert name not in set(names)
    engine.dispose()


def test_the_newest_system_server_is_chosen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for version in ("9.6", "15", "18"):
        folder = tmp_path / version / "bin"
        folder.mkdir(parents=True)
        _program(folder / "initdb")
        _program(folder / "postgres")
    monkeypatch.setattr(machine, "SYSTEM_POSTGRES", tmp_path)
    assert find_postgres_programs({"PATH": ""}) == tmp_path / "18" / "bin"


def test_a_browser_named_in_the_environment_comes_first(tmp_path: Path) -> None:
    browser = _program(tmp_path / "my-browser")
    _program(tmp_path / "chromium")
    environment = {"PATH": str(tmp_path), "CHROMIUM": str(browser)}
    assert find_chromium(environment) == browser
    assert find_chromium({"PATH": str(tmp_path)}) == tmp_path / "chromium"
    shell = _program(tmp_path / "chromium-headless-shell")
    assert find_chromium({"PATH": str(tmp_path)}) == shell


def test_a_named_browser_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    _program(tmp_path / "chromium")
    with pytest.raises(Missing, match="CHROMIUM='/nowhere/browser' is not a program"):
        find_chromium({"PATH": str(tmp_path), "CHROMIUM": "/nowhere/browser"})


def test_without_any_browser_the_message_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="apt-get install chromium"):
        find_chromium({"PATH": str(tmp_path)})


def test_without_apt_get_a_missing_browser_fails_loudly(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    assert machine.main() == 1
    assert "The tests cannot run here: there is no apt-get" in capsys.readouterr().err


def _debian(folder: Path, monkeypatch: pytest.MonkeyPatch, *packages: str) -> None:
    """A path with nothing on it but stand-ins for apt, which put these browsers there if asked."""
    # A package has the name of its program.
    offers = "".join(f'*" {name} "*) /bin/cp "$0" "${{0%/*}}/{name}";;\n' for name in packages)
    _program(folder / "apt-get").write_text(
        f'#!/bin/sh\ncase " $* " in\n*" update "*) ;;\n{offers}*) exit 100;;\nesac\n'
    )
    _program(folder / "apt-cache").write_text(
        f'#!/bin/sh\ncase " {" ".join(packages)} " in *" $2 "*) ;; *) exit 100;; esac\n'
    )
    skips_its_options = 'while case "$1" in -n|*=*) true;; *) false;; esac; do shift; done'
    for name in ("env", "sudo"):  # whether or not the suite runs as root
        _program(folder / name).write_text(f'#!/bin/sh\n{skips_its_options}\nexec "$@"\n')
    _program(folder / "true")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CHROMIUM", raising=False)


@pytest.mark.parametrize(
    ("there", "offered", "used"),
    [
        ([], ["chromium-headless-shell", "chromium"], "chromium-headless-shell"),
        ([], ["chromium"], "chromium"),
        (["chromium"], ["chromium-headless-shell", "chromium"], "chromium-headless-shell"),
        (["chromium"], ["chromium"], "chromium"),
        (["google-chrome"], [], "google-chrome"),
    ],
)
def test_the_quickest_browser_that_apt_get_offers_is_installed(
    there: list[str],
    offered: list[str],
    used: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _debian(tmp_path, monkeypatch, *offered)
    for name in there:
        _program(tmp_path / name)
    assert machine.main() == 0
    assert f"Chromium: {tmp_path / used}\n" in capsys.readouterr().out


def test_beside_a_browser_that_is_named_none_is_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _debian(tmp_path, monkeypatch, "chromium-headless-shell")
    monkeypatch.setenv("CHROMIUM", str(_program(tmp_path / "my-browser")))
    assert machine.main() == 0
    assert not (tmp_path / "chromium-headless-shell").exists()


def test_what_apt_get_says_when_it_fails_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _debian(tmp_path, monkeypatch)
    assert machine.main() == 1
    assert "install -y --no-install-recommends chromium" in capsys.readouterr().err


def test_a_page_opens_and_axe_finds_what_is_wrong(page: Page) -> None:
    page.set_content("<html lang=en><title>One</title><main><h1>One</h1><button>Go</button></main>")
    assert accessibility_violations(page) == []
    page.set_content("<html lang=en><title>One</title><main><h1>One</h1><button></button></main>")
    assert any(line.startswith("button-name:") for line in accessibility_violations(page))


def test_the_phone_has_touch_and_a_finger_can_drag(phone: Page) -> None:
    phone.set_content(
        "<style>#pad { width: 300px; height: 300px; touch-action: none }</style><div id=pad></div>"
    )
    phone.evaluate(
        "window.seen = []; for (const kind of ['pointerdown', 'pointermove', 'pointerup'])"
        " document.querySelector('#pad').addEventListener(kind,"
        " event => window.seen.push([event.type, event.pointerType]))"
    )
    touch_drag(phone, (50, 50), (200, 200), steps=4)
    seen = phone.evaluate("window.seen")
    assert seen[0] == ["pointerdown", "touch"]
    assert seen[-1] == ["pointerup", "touch"]
    assert ["pointermove", "touch"] in seen


def test_without_javascript_scripts_do_not_run(plain_page: Page) -> None:
    plain_page.set_content("<title>before</title><script>document.title = 'after'</script>")
    assert plain_page.title() == "before"
