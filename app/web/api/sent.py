"""The JSON that programs send."""

from typing import Annotated, Self

from pydantic import (
    AfterValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    model_validator,
)

from .shape import Shape


def _of_characters(text: str) -> str:
    """Return a text if it can be written: JSON can hold half a character, which can't."""
    text.encode()
    return text


SentText = Annotated[StrictStr, AfterValidator(_of_characters)]


class NewGameRequest(Shape):
    """What is to be played: either rules, with a deal by chance, or a code."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"rules": "N"},
                {"code": "PY1-N-AAAAAAS"},
                {"rules": "S", "winnable": True},
            ]
        }
    )

    rules: SentText | None = Field(
        None, description="The letter of a preset, or `X` and the letters of custom rules."
    )
    code: SentText | None = Field(
        None,
        description="A deal code, or the address of a shared deal, in any case. Or 52 cards, for a"
        " game of preset N.",
    )
    winnable: StrictBool = Field(
        False, description="With rules: whether the deal has to be one that can be won."
    )

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if (self.rules is None) == (self.code is None):
            raise ValueError("either rules or a code")
        if self.winnable and self.code is not None:
            raise ValueError("a code names its deal")
        return self


class StepRequest(Shape):
    """Which board an undo or a redo is for."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"ply": 1}]})

    ply: StrictInt = Field(ge=0, description="The `ply` of the game as it was last seen.")


class MoveRequest(StepRequest):
    """A move, and which board it is for."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"move": "KD", "ply": 0}]})

    move: SentText = Field(
        description="`draw`, `recycle`, a king such as `KD`, or a pair such as `TC3S`, with the"
        " cards in either order."
    )


class SolveRequest(Shape):
    """A deal to be solved."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"deal": "PY1-N-AAAAAAS"}, {"deal": "ms:617", "rules": "M"}]
        }
    )

    deal: SentText = Field(
        description="A code, or 52 cards: row by row from the apex, then as they are drawn, in any"
        " of the usual notations. Or a PySolFC game: `ms:617`, `pysol:123456`."
    )
    rules: SentText = Field(
        "N", description="The rules of a deal without a code: a letter, or `X` and letters."
    )
