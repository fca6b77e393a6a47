"""The page that describes the JSON interface, drawn from the same document as programs read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text of a line: plain, `code`, or the name of a `shape` that is described below."""

    text: str
    kind: str = ""


Line = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class FieldView:
    """A parameter, or a field of a shape."""

    name: str
    type: Line
    required: bool
    description: Line


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeView:
    """An object by its fields, or a word by those it can be."""

    name: str
    description: Line
    fields: tuple[FieldView, ...]
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnswerView:
    """One answer of an operation, by its status."""

    status: str
    type: Line
    description: Line


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationView:
    """One thing that can be asked for."""

    id: str
    method: str
    path: str
    summary: str
    paragraphs: tuple[Line, ...]
    parameters: tuple[FieldView, ...]
    body: Line
    """The shape to be sent, or nothing."""
    answers: tuple[AnswerView, ...]
    request: str
    """A request to try, as a command line."""
    answer: str
    """What is answered to it."""


@dataclass(frozen=True, slots=True)
class GroupView:
    """Operations that belong together."""

    name: str
    description: str
    operations: tuple[OperationView, ...]


@dataclass(frozen=True, slots=True)
class DocumentView:
    """The whole interface."""

    paragraphs: tuple[Line, ...]
    groups: tuple[GroupView, ...]
    shapes: tuple[ShapeView, ...]


def document_view(document: Mapping[str, Any], *, base_url: str) -> DocumentView:
    """Return an OpenAPI document as the page shows it; `base_url` is the address of the site."""
    shapes: Mapping[str, Any] = document["components"]["schemas"]
    operations = [
        _operation(method, path, operation, shapes, base_url)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    tagged = [
        each["tags"][0] for methods in document["paths"].values() for each in methods.values()
    ]
    return DocumentView(
        _paragraphs(document["info"]["description"]),
        tuple(
            GroupView(
                tag["name"],
                tag["description"],
                tuple(o for o, name in zip(operations, tagged, strict=True) if name == tag["name"]),
            )
            for tag in document["tags"]
        ),
        tuple(_shape(name, shape) for name, shape in sorted(shapes.items())),
    )


def _operation(
    method: str,
    path: str,
    operation: Mapping[str, Any],
    shapes: Mapping[str, Any],
    base_url: str,
) -> OperationView:
    answers = operation["responses"]
    good = next(answer for status, answer in answers.items() if status.startswith("2"))
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    parameters = operation.get("parameters", ())
    return OperationView(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        paragraphs=_paragraphs(operation["description"]),
        parameters=tuple(
            FieldView(each["name"], _type(each["schema"]), True, _line(each["description"]))
            for each in parameters
        ),
        body=_type(body["schema"]) if body else (),
        answers=tuple(
            AnswerView(status, _type(_json_of(answer)["schema"]), _line(answer["description"]))
            for status, answer in answers.items()
        ),
        request=_command(method, base_url + path, operation, shapes),
        answer=json.dumps(_json_of(good)["example"], indent=2),
    )


def _json_of(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = answer["content"]["application/json"]
    return found


def _command(method: str, url: str, operation: Mapping[str, Any], shapes: Mapping[str, Any]) -> str:
    """Return a request for `curl`, with the examples of the document filled in."""
    for each in operation.get("parameters", ()):
        # Only those of the path: a query can be left away.
        url = url.replace(f"{{{each['name']}}}", str(each["schema"]["examples"][0]))
    lines = [f"curl -X {method.upper()} {url}"]
    if operation.get("security"):
        lines.append('-H "Authorization: Bearer $TOKEN"')
    if "requestBody" in operation:
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        lines.append(f"--json '{json.dumps(shapes[_name(schema)]['examples'][0])}'")
    return " \\\n  ".join(lines)


def _shape(name: str, shape: Mapping[str, Any]) -> ShapeView:
    required = shape.get("required", ())
    return ShapeView(
        name=name,
        description=_line(shape["description"]),
        fields=tuple(
            FieldView(field, _type(schema), field in required, _line(schema["description"]))
            for field, schema in shape.get("properties", {}).items()
        ),
        values=tuple(shape.get("enum", ())),
    )


def _name(reference: Mapping[str, Any]) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _type(schema: Mapping[str, Any]) -> Line:
    """Return a JSON schema in words: `list of Game`, `string or null`."""
    if "$ref" in schema:
        return (Piece(_name(schema), "shape"),)
    if "anyOf" in schema:
        first, *others = map(_type, schema["anyOf"])
        return sum(((Piece(" or "), *other) for other in others), first)
    if schema["type"] == "array":
        return (Piece("list of "), *_type(schema["items"]))
    if "additionalProperties" in schema and schema["type"] == "object":
        return (Piece("object of "), *_type(schema["additionalProperties"]))
    return (Piece(schema["type"]),)


def _paragraphs(text: str) -> tuple[Line, ...]:
    return tuple(_line(" ".join(part.split())) for part in text.strip().split("\n\n"))


def _line(text: str) -> Line:
    """Return a text with what stands between backticks as code."""
    parts = enumerate(text.split("`"))
    return tuple(Piece(part, "code" if i % 2 else "") for i, part in parts if part)
