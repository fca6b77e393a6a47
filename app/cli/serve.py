"""`serve`: the table for browsers."""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Mapping
from typing import Final

from app.settings import SettingError, Settings, settings_help, unknown_settings

from .command import Command, Options
from .output import UNUSABLE, Failure, print_json, print_text, warn


def _serve_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", metavar="H", help="the address to listen on (PYRAMID_HOST)")
    parser.add_argument("--port", metavar="N", help="the port to listen on (PYRAMID_PORT)")


def _serve(options: Options) -> int:
    from app.serve import CannotServe, serve

    settings = _settings({"--host": options.host, "--port": options.port})
    for sentence in unknown_settings():
        warn(sentence)

    def announce(address: str) -> None:
        # Whether anybody reads this must not decide whether anybody can play.
        with contextlib.suppress(Failure):
            if options.json:
                print_json({"url": address})
            else:
                print_text(f"Play at {address} (Ctrl-C stops the server)")

    try:
        return serve(settings, announce)
    except CannotServe as error:
        raise Failure(str(error), UNUSABLE) from error


def _settings(given: Mapping[str, str | None]) -> Settings:
    """Return the environment's settings with options of the same names over them."""
    names = {option.replace("--", "PYRAMID_").upper(): option for option in given}
    # Into the environment, where the server's workers look for them.
    os.environ.update(
        {name: given[option] or "" for name, option in names.items() if given[option]}
    )
    try:
        return Settings.read()
    except SettingError as error:
        option = names.get(error.name, "")
        if option and given[option]:
            raise SettingError(option, error.value, error.wanted) from error
        raise


COMMAND: Final = Command(
    _serve,
    _serve_arguments,
    "serve the table to browsers, after bringing the database up to date",
    settings_help(),
)
