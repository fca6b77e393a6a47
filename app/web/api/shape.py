"""What the shapes of the JSON interface have in common: fields that stand in several of them.

Descriptions here are English alone, like the command line: they are for who writes programs.
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from app import store
from app.store import PAUSE

CardText = Annotated[
    str,
    Field(description="A card: its rank, one of A23456789TJQK, and its suit, one of CDHS."),
]
MoveText = Annotated[
    str,
    Field(description="`draw`, `recycle`, a king such as `KD`, or a pair such as `TC3S`."),
]
Code = Annotated[
    str,
    Field(description="The code of the deal and its rules.", examples=["PY1-N-AAAAAAS"]),
]
RulesText = Annotated[
    str,
    Field(
        description="The letter of a preset, or `X` and the letters of custom rules.",
        examples=["N"],
    ),
]
Pyramid = Annotated[
    dict[str, CardText],
    Field(
        description="The cards left in the pyramid by place: row 1 is the apex, row 7 has seven.",
        examples=[{"r1c1": "JD"}],
    ),
]
Waste = Annotated[
    list[CardText],
    Field(description="The face-up pile, bottom to top, without the drawn card."),
]
Score = Annotated[
    int | None, Field(description="Points; null where the rules count none.", examples=[10])
]
State = Annotated[
    store.State,
    Field(
        description="How it stands. `stuck`: no move is legal, but there may be an undo. `left`:"
        " given up, and taken up again by the next move, undo or redo."
    ),
]
Seconds = Annotated[
    int,
    Field(
        description=f"Time that counts: at most {PAUSE.total_seconds():.0f} seconds between two"
        " entries."
    ),
]
Left = Annotated[int, Field(description="How many cards lie in the pyramid.")]
Moves = Annotated[
    int, Field(description="Actions ever made, undone ones too, and undos where the rules say so.")
]
Ply = Annotated[
    int,
    Field(
        description="How many entries the log has, undos and redos included: the number of this"
        " board, to be sent with the next move."
    ),
]


class Shape(BaseModel):
    """What every shape here is: frozen, and without fields that are not described."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True)
