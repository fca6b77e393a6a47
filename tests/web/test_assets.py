"""Static files: what goes as one goes without comments, and is the same otherwise."""

from __future__ import annotations

import re

import pytest

from app import paths
from app.web.drawing.assets import BUNDLES, Assets
from tests.support.client import Client

COMMENTS = r"^\s*//.*$|/\*[\s\S]*?\*/"


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_is_its_files_without_comments_and_indents(client: Client, name: str) -> None:
    sent = client.get(f"/static/{name}").text
    assert sent
    assert not re.search(r"^\s*(//|/\*)", sent, re.MULTILINE)
    files = "\n".join((paths.STATIC / part).read_text() for part in BUNDLES[name])
    bare = re.sub(COMMENTS, "", files, flags=re.MULTILINE)
    assert "".join(sent.split()) == "".join(bare.split())
    assert len(sent) < 0.9 * len(files)


def test_no_text_of_a_script_runs_over_several_lines() -> None:
    """What begins a line in one would be taken for a comment or an indent."""
    for part in (part for name in BUNDLES if name.endswith(".js") for part in BUNDLES[name]):
        for line in (paths.STATIC / part).read_text().splitlines():
            assert line.count("`") % 2 == 0, f"{part}: {line}"


def test_a_checksum_is_that_of_what_is_sent(client: Client) -> None:
    hashed = Assets(paths.STATIC).hashed("js/game.js")
    assert client.get(f"/static/{hashed}").text == client.get("/static/js/game.js").text
