"""The reader of pages that the other tests rest on: as strict as it says, and right."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from fastapi.testclient import TestClient

from tests.web.document import Element, read
from tests.web.player import Player


class Plain(HTMLParser):
    """What Python's own parser finds in a page: start tags and texts, in their order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[object] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def found_in(element: Element) -> list[object]:
    """The same of an element that was read."""
    found: list[object] = []
    for each in element.content:
        found += [each] if isinstance(each, str) else [(each.tag, each.attributes), *found_in(each)]
    return found


@pytest.mark.parametrize("path", ["game", "/", "/rules", "/settings", "/guide", "/new", "/nowhere"])
def test_a_page_is_read_as_python_reads_it(client: TestClient, path: str) -> None:
    html = client.get(Player(client).path if path == "game" else path).text
    root = read(html)
    assert found_in(root) == Plain(html).found
    assert len(root.each()) == 1 + sum(not isinstance(each, str) for each in found_in(root))


def test_what_is_inside_is_found_and_nothing_beside_it() -> None:
    root = read('<ul id="a"><li class="x">1 &amp; <b>2</b></li></ul><p class="x" hidden>3<br>4</p>')
    inner = root.one(id="a")
    assert [each.tag for each in inner.each()] == ["ul", "li", "b"]
    assert (inner.text, root.text) == ("1 & 2", "1 & 2 3 4")
    assert len(root.all(class_="x")) == 2
    assert inner.one(class_="x").inside("ul") is inner
    assert (root.has("p", hidden=None), inner.has(hidden=None)) == (True, False)


@pytest.mark.parametrize(
    "html",
    [
        "<p>",
        "</p>",
        "<b><i></b></i>",
        "<p></p></p>",
        "<br></br>",
        '<p a="1" a="2"></p>',
        '<p id="a"></p><p id="a"></p>',
        "1 < 2",
        "<p>1 < 2</p>",
        '<p a="></p>',
        '<p a="1"b="2"></p>',
        "<!-- never closed",
        "<!DOCTYPE svg>",
        "<script>1 < 2</script>",
    ],
)
def test_what_a_browser_would_have_to_mend_is_not_read(html: str) -> None:
    with pytest.raises(AssertionError):
        read(html)
