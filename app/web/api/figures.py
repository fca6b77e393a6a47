"""The figures of a player as programs get them."""

from typing import Self

from pydantic import Field

from app import record

from .shape import Shape


class Line(Shape):
    """The best or the median of wins; null where there are none."""

    strokes: float | None = Field(description="All actions, with undo and redo.")
    over_par: float | None = Field(description="Strokes over par, of wins whose par is known.")
    seconds: float | None = Field(description="The time that counts.")
    points: float | None = Field(description="Points, of won and lost games.")

    @classmethod
    def of(cls, line: record.Line) -> Self:
        """Return a line as it is sent."""
        return cls(
            strokes=line.strokes,
            over_par=line.over_par,
            seconds=line.seconds,
            points=line.points,
        )


class Lines(Shape):
    """The same of first sights alone, and of any attempt."""

    first_sight: Line = Field(
        description="First games of a deal whose solution or review had not been seen."
    )
    any: Line = Field(description="All games.")

    @classmethod
    def of(cls, lines: record.Lines) -> Self:
        """Return lines as they are sent."""
        return cls(first_sight=Line.of(lines.first_sight), any=Line.of(lines.any))


class Stats(Shape):
    """What your games come to. Shares are of one; practice is in no figure."""

    begun: int = Field(description="Games with an action of yours.")
    won: int = Field(description="Games won.")
    left: int = Field(description="Games given up, begun anew, or not touched for a week.")
    open: int = Field(description="Games that can be gone on with.")
    share: float | None = Field(description="Won of won and left.")
    share_winnable: float | None = Field(
        description="The same, with only those left games whose deal is known to be winnable."
    )
    deals_played: int = Field(description="Different deals.")
    deals_won: int = Field(description="Different deals won.")
    streak: int = Field(
        description="Games won in a row up to the last that ended; left games of deals that nobody"
        " can win are passed over."
    )
    longest_streak: int = Field(description="The most that ever were won in a row.")
    best: Lines = Field(description="The best of each measure.")
    median: Lines = Field(description="The middle of each measure.")
    at_par: int = Field(description="Wins in as few strokes as the deal can be won in.")
    hints: float | None = Field(description="Winning moves told, a game begun.")
    undos: float | None = Field(description="Undos, a game begun.")
    days: int = Field(description="UTC days with an action of yours.")

    @classmethod
    def of(cls, figures: record.Figures) -> Self:
        """Return figures as they are sent."""
        return cls(
            begun=figures.begun,
            won=figures.won,
            left=figures.left,
            open=figures.open,
            share=figures.share,
            share_winnable=figures.share_winnable,
            deals_played=figures.deals_played,
            deals_won=figures.deals_won,
            streak=figures.streak,
            longest_streak=figures.longest_streak,
            best=Lines.of(figures.best),
            median=Lines.of(figures.median),
            at_par=figures.at_par,
            hints=figures.hints,
            undos=figures.undos,
            days=figures.days,
        )
