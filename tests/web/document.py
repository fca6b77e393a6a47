"""An HTML page as a tree, with just what the tests ask of it, and the forms in it.

Almost every test reads pages, so this is made to be quick: a page is cut at its tags by one regular
expression, a tag that was seen before is not looked at again, and what is inside an element is a
slice of one list. It takes only what the site writes, and fails on anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
"""Elements that have no end tag."""
RAW = {"script", "style"}
"""Elements whose text is taken as it stands."""

# A comment, or what is between < and the next > that is not in quotes.
_PIECES = re.compile(r"""(<!--.*?-->|<(?:[^<>"']++|"[^"]*"|'[^']*')*+>)""", re.DOTALL)
_ATTRIBUTE = r"""\s+([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`=]+)))?"""
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_START = re.compile(rf"<([a-zA-Z][^\s/<>]*)((?:{_ATTRIBUTE})*+)\s*(/?)>")
_END = re.compile(r"</([a-zA-Z][^\s/<>]*)\s*>")


class Element:
    """One element: its tag, attributes (`""` for one without a value), parent and content."""

    __slots__ = ("_end", "_page", "_start", "attributes", "content", "parent", "tag")

    def __init__(
        self, tag: str, attributes: dict[str, str], parent: Element | None, page: list[Element]
    ) -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.content: list[Element | str] = []
        # Where it and all that is inside it stand in the list of the page.
        self._page = page
        self._start = len(page)
        self._end = self._start + 1
        page.append(self)

    def __repr__(self) -> str:
        return f"<{self.tag} {self.attributes}>"

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def __contains__(self, name: str) -> bool:
        return name in self.attributes

    def close(self) -> None:
        """Notes that all that is inside has been read."""
        self._end = len(self._page)

    def get(self, name: str, otherwise: str = "") -> str:
        """The value of an attribute that may be missing."""
        return self.attributes.get(name, otherwise)

    @property
    def text(self) -> str:
        """Every text inside, with single blanks."""
        return " ".join(" ".join(self._strings()).split())

    def _strings(self) -> Iterator[str]:
        for each in self.content:
            if isinstance(each, str):
                yield each
            else:
                yield from each._strings()

    @property
    def words(self) -> str:
        """Every text inside and every attribute: all that a reader of the source could find."""
        own = [f"{name}={value}" for name, value in self.attributes.items()]
        parts = (each if isinstance(each, str) else each.words for each in self.content)
        return "\n".join([*own, *parts])

    def each(self) -> list[Element]:
        """This element and all inside it, in the order of the page."""
        return self._page[self._start : self._end]

    def all(self, tag: str = "", /, **attributes: str | None) -> list[Element]:
        """The elements with a tag and attributes: `data_card="TC"`; `None` for any value."""
        found = self.each()
        for name, value in attributes.items():
            wanted = name.rstrip("_").replace("_", "-")
            if value is None:
                found = [each for each in found if wanted in each.attributes]
            else:
                found = [each for each in found if each.attributes.get(wanted) == value]
        return [each for each in found if each.tag == tag] if tag else found

    def one(self, tag: str = "", /, **attributes: str | None) -> Element:
        """The only such element; fails where there is none or more."""
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} of <{tag} {attributes}>"
        return found[0]

    def has(self, tag: str = "", /, **attributes: str | None) -> bool:
        """Whether there is such an element."""
        return bool(self.all(tag, **attributes))

    def inside(self, tag: str) -> Element:
        """The nearest element of a tag around this one."""
        around = self.parent
        while around is not None and around.tag != tag:
            around = around.parent
        assert around is not None, f"<{self.tag}> is in no <{tag}>"
        return around

    def fields(self, button: Element | None = None) -> dict[str, list[str]]:
        """What a browser sends for this form when a button of it is pressed."""
        found: dict[str, list[str]] = {}
        page = self
        while page.parent is not None:
            page = page.parent
        # A field may stand elsewhere, and name its form.
        elsewhere = page.all(form=self["id"]) if "id" in self else []
        for element in (*(each for each in self.each() if "form" not in each), *elsewhere):
            value = _sent(element, button)
            if value is not None and element.get("name"):
                found.setdefault(element["name"], []).append(value)
        return found


def _sent(element: Element, button: Element | None) -> str | None:
    """The value that a field of a form sends, `None` for nothing."""
    if element.tag == "input":
        kind = element.get("type", "text")
        if kind in ("radio", "checkbox"):
            return element.get("value", "on") if "checked" in element else None
        return element.get("value")
    if element.tag == "textarea":
        return element.text
    return element.get("value") if element is button else None


@dataclass(frozen=True)
class _Tag:
    """What stands between two texts of a page."""

    name: str
    attributes: dict[str, str]
    opens: bool
    closes: bool


@lru_cache(10_000)
def _tag(source: str) -> _Tag:
    """A tag read; a comment or the document's type neither opens nor closes anything."""
    if source.startswith("<!"):
        assert source.startswith("<!--") or source.lower() == "<!doctype html>", source
        return _Tag("", {}, opens=False, closes=False)
    end = _END.fullmatch(source)
    if end:
        return _Tag(end[1].lower(), {}, opens=False, closes=True)
    start = _START.fullmatch(source)
    assert start, f"not understood: {source}"
    name = start[1].lower()
    pairs = [
        (each[1].lower(), unescape(each[2] or each[3] or each[4] or ""))
        for each in _ATTRIBUTES.finditer(start[2])
    ]
    names = [name for name, _ in pairs]
    assert len(set(names)) == len(names), f"<{name}> has an attribute twice: {names}"
    return _Tag(name, dict(pairs), opens=True, closes=name in VOID or start[0].endswith("/>"))


def read(html: str) -> Element:
    """The tree of a page or a part of one; its ids are seen to be different.

    Fails on tags that do not match: browsers would mend them, each anew.
    """
    page: list[Element] = []
    at = root = Element("", {}, None, page)
    *pieces, last = _PIECES.split(html)
    assert "<" not in last, f"not understood: {last}"
    for text, source in zip(pieces[::2], pieces[1::2], strict=True):
        if text:
            assert "<" not in text, f"not understood: {text}"
            at.content.append(unescape(text) if "&" in text and at.tag not in RAW else text)
        tag = _tag(source)
        if tag.opens:
            element = Element(tag.name, tag.attributes, at, page)
            at.content.append(element)
            if not tag.closes:
                at = element
        elif tag.closes:
            assert at.tag == tag.name, f"</{tag.name}> where <{at.tag}> is open"
            at.close()
            assert at.parent is not None
            at = at.parent
    assert at is root, f"<{at.tag}> is never closed"
    if last:
        at.content.append(unescape(last))
    root.close()
    ids = [element["id"] for element in page if "id" in element.attributes]
    assert len(set(ids)) == len(ids), f"an id twice: {sorted(ids)}"
    return root
