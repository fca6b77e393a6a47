"""Templates use what their views have: each attribute that is named is one of the view's."""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Iterator
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader, nodes

from app import paths
from app.web.deals.review import ReviewView
from app.web.deals.solve import SolutionView
from app.web.drawing.boards import CardView, StillView
from app.web.record.daily import DayView
from app.web.site.choices import SettingView
from app.web.site.guide import ExampleView
from app.web.site.pages import GameView
from app.web.table.stats import StatView
from app.web.table.verdict import VerdictView
from app.web.table.view import ControlView, TableView
from app.web.words import Told

VIEWS: dict[tuple[str, str], Any] = {
    ("_table", "table"): TableView,
    ("_game", "table"): TableView,
    ("game", "table"): TableView,
    ("_share", "table"): TableView,
    ("_verdict", "verdict"): VerdictView,
    ("_par", "par"): Told,
    ("_deal_verdict", "label"): Told,
    ("_deal_grade", "grade"): Told,
    ("daily", "daily"): DayView,
    ("_card", "view"): CardView,
    ("_controls", "view"): ControlView,
    ("_controls", "counters"): tuple[StatView, ...],
    ("_deal", "deal"): StillView,
    ("deal", "deal"): StillView,
    ("_review", "review"): ReviewView,
    ("review", "review"): ReviewView,
    ("_solution", "solution"): SolutionView,
    ("solution", "solution"): SolutionView,
    ("_guide_example", "example"): ExampleView,
    ("settings", "settings"): tuple[SettingView, ...],
    ("home", "going_on"): GameView,
    ("home", "recent"): tuple[GameView, ...],
}
"""The type of what a template takes, by its name and that of the value."""

ENVIRONMENT = Environment(
    loader=FileSystemLoader(paths.TEMPLATES), extensions=["jinja2.ext.i18n"], autoescape=True
)


def without_none(kind: Any) -> Any:
    """The type of a value that is there."""
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        (kind,) = (each for each in typing.get_args(kind) if each is not type(None))
    return kind


def attribute(kind: Any, name: str) -> Any:
    """The type of an attribute of a view; raises `KeyError` if it has none of that name."""
    if not dataclasses.is_dataclass(kind):
        # A text, a number: what may be done with it is Python's.
        return Any
    owner = typing.cast("type[Any]", kind)
    found = getattr(owner, name, None)
    if isinstance(found, property):
        return without_none(typing.get_type_hints(found.fget)["return"])
    return without_none(typing.get_type_hints(owner)[name])


def member(kind: Any) -> Any:
    """The type of what a sequence of views holds."""
    arguments = typing.get_args(kind)
    return without_none(arguments[0]) if arguments else Any


class Checker:
    """Follows the names of a template to the types of their values."""

    def __init__(self, known: dict[str, Any]) -> None:
        self.known = known
        self.missing: list[str] = []
        self.used = 0

    def kind(self, node: nodes.Node) -> Any:
        """The type of an expression, `Any` where that is not told."""
        if isinstance(node, nodes.Name):
            return self.known.get(node.name, Any)
        if isinstance(node, nodes.Getattr):
            owner = self.kind(node.node)
            try:
                self.used += owner is not Any
                return attribute(owner, node.attr)
            except KeyError:
                self.missing.append(f"{owner.__name__}.{node.attr}, line {node.lineno}")
        if isinstance(node, nodes.Getitem):
            return member(self.kind(node.node))
        return Any

    def visit(self, node: nodes.Node) -> None:
        """Look at all that a node holds, with the names that it gives."""
        if isinstance(node, nodes.For) and isinstance(node.target, nodes.Name):
            before = dict(self.known)
            self.visit(node.iter)
            self.known[node.target.name] = member(self.kind(node.iter))
            for child in [*node.body, *([node.test] if node.test else [])]:
                self.visit(child)
            self.known = before
            return
        if isinstance(node, nodes.Assign):
            self._assign(node.target, node.node)
        if isinstance(node, nodes.With):
            for target, value in zip(node.targets, node.values, strict=True):
                self._assign(target, value)
        if isinstance(node, nodes.Getattr):
            self.kind(node)
        for child in node.iter_child_nodes():
            self.visit(child)

    def _assign(self, target: nodes.Node, value: nodes.Node) -> None:
        if isinstance(target, nodes.Name):
            self.known[target.name] = self.kind(value)
        elif isinstance(target, nodes.Tuple) and isinstance(value, nodes.Tuple):
            for one, other in zip(target.items, value.items, strict=True):
                self._assign(one, other)


def source_of(template: str) -> str:
    return (paths.TEMPLATES / f"{template}.html").read_text(encoding="utf-8")


def checked(template: str) -> Checker:
    """What a template does with the views that it takes."""
    known = {name: kind for (where, name), kind in VIEWS.items() if where == template}
    checker = Checker(known)
    checker.visit(ENVIRONMENT.parse(source_of(template)))
    return checker


TEMPLATES = sorted({template for template, _ in VIEWS})


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_attribute_that_a_template_uses_is_one_of_its_view(template: str) -> None:
    checker = checked(template)
    assert checker.missing == []
    assert checker.used


def fields_of(kind: Any) -> Iterator[str]:
    """The names of a view's fields and properties, and of those within it."""
    kind = member(kind) if typing.get_origin(kind) is tuple else kind
    if not dataclasses.is_dataclass(kind):
        return
    names = [each.name for each in dataclasses.fields(kind)]
    names += [name for name, value in vars(kind).items() if isinstance(value, property)]
    for name in names:
        yield name
        inner = attribute(kind, name)
        if inner is not kind:
            yield from fields_of(inner)


@pytest.mark.parametrize("template", TEMPLATES)
def test_what_a_header_says_of_a_view_is_so(template: str) -> None:
    """Where a header lists what a view has, it has that."""
    header = re.match(r"\s*\{#(.*?)#\}", source_of(template), flags=re.DOTALL)
    if header is None:
        return
    for (where, name), kind in VIEWS.items():
        told = re.search(rf"^Takes +{name} +(.*?)(?:\n\n|\n +\w+  |\Z)", header[1], re.M | re.S)
        if where != template or told is None:
            continue
        # What stands in brackets is told of what stands before it.
        listed = re.findall(r"[a-z_]+", re.sub(r"\([^)]*\)|\"[^\"]*\"", "", told[1]))
        names = {each for each in listed if "_" in each or each in set(fields_of(kind))}
        assert names <= set(fields_of(kind)), (template, names - set(fields_of(kind)))


def test_a_name_that_a_view_has_not_is_found() -> None:
    checker = Checker({"table": TableView})
    checker.visit(
        ENVIRONMENT.parse("{% for row in table.board.rows %}{{ row[0].sign }}{% endfor %}")
    )
    assert checker.missing == ["CardView.sign, line 1"]
