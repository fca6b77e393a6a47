"""An HTML page as a tree, with just what the tests ask of it, and the forms in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
"""Elements that have no end tag."""


@dataclass(eq=False)
class Element:
    """One element: its tag, attributes (`""` for one without a value), parent and content."""

    tag: str
    attributes: dict[str, str]
    parent: Element | None = None
    content: list[Element | str] = field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def __contains__(self, name: str) -> bool:
        return name in self.attributes

    def get(self, name: str, otherwise: str = "") -> str:
        """The value of an attribute that may be missing."""
        return self.attributes.get(name, otherwise)

    @property
    def text(self) -> str:
        """Every text inside, with single blanks."""
        parts = (each if isinstance(each, str) else each.text for each in self.content)
        return " ".join(" ".join(parts).split())

    @property
    def words(self) -> str:
        """Every text inside and every attribute: all that a reader of the source could find."""
        own = [f"{name}={value}" for name, value in self.attributes.items()]
        parts = (each if isinstance(each, str) else each.words for each in self.content)
        return "\n".join([*own, *parts])

    def each(self) -> Iterator[Element]:
        """This element and all inside it, in the order of the page."""
        yield self
        for child in self.content:
            if isinstance(child, Element):
                yield from child.each()

    def all(self, tag: str = "", /, **attributes: str | None) -> list[Element]:
        """The elements with a tag and attributes: `data_card="TC"`; `None` for any value."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            element
            for element in self.each()
            if (not tag or element.tag == tag)
            and all(
                name in element and value in (None, element[name]) for name, value in wanted.items()
            )
        ]

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


class _Builder(HTMLParser):
    """Builds the tree, and fails on tags that do not match: browsers would mend them, each anew."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Element("", {})
        self._open = self.root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"<{tag}> has an attribute twice: {names}"
        values = {name: value or "" for name, value in attrs}
        element = Element(tag, values, self._open)
        self._open.content.append(element)
        if tag not in VOID:
            self._open = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.tag == tag, f"</{tag}> where <{self._open.tag}> is open"
        assert self._open.parent is not None
        self._open = self._open.parent

    def handle_data(self, data: str) -> None:
        self._open.content.append(data)

    def close(self) -> None:
        super().close()
        assert self._open is self.root, f"<{self._open.tag}> is never closed"


def read(html: str) -> Element:
    """The tree of a page or a part of one; its ids are seen to be different."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    ids = [element["id"] for element in builder.root.all(id=None)]
    assert len(set(ids)) == len(ids), f"an id twice: {sorted(ids)}"
    return builder.root
