"""The figures of the history in `by_hand.py`, added up by hand from the games listed there.

What each number is made of stands behind it: N, P and X are the games of those rules.
"""

from typing import Any

from app.record import HelpClass

VIEWS: dict[str, dict[str, Any]] = {
    "all": {},
    "N": {"rules": "N"},
    "P": {"rules": "P"},
    "X": {"rules": "XF2V"},
    "alone": {"help_class": HelpClass.ALONE},
    "own": {"help_class": HelpClass.OWN},
    "helped": {"help_class": HelpClass.HELPED},
    "N alone": {"rules": "N", "help_class": HelpClass.ALONE},
    "2030": {"period": "2030"},
    "2031": {"period": "2031"},
    "2031-02": {"period": "2031-02"},
    "N 2031": {"rules": "N", "period": "2031"},
}

FIGURES: dict[str, tuple[float | None, ...]] = {
    "begun": (
        85,  # 88 without practice (g24, g78) and the untouched deal (g81): N 63, P 14, X 8
        63,  # g01-g36 without g24, g47-g58, g60-g70, g79, g83, g84, g87, g88
        14,  # g37-g42, g59, g71-g75, g80, g86
        8,  # g43-g46, g76, g77, g82, g85
        71,  # 85 without 5 of own work and 9 with help
        5,  # g11, g12, g13, g40, g68
        9,  # g14, g29, g31, g32, g34, g41, g73, g80, g85
        54,  # 63 without g11, g12, g13, g68 and g14, g29, g31, g32, g34
        48,  # ended in December: N 38, P 6, X 4
        35,  # ended since: N 24, P 7, X 4
        8,  # g86, g88, g87, g77, g85, g82, g83, g84
        24,  # N: 19 won, 5 left
    ),
    "won": (
        65,  # N 49, P 10, X 6
        49,  # 63, 1 open, 13 left
        10,  # 14, 1 open, 3 left
        6,  # 8, 2 left
        54,  # 65 without 4 of own work and 7 with help
        4,  # g11, g12, g13, g40
        7,  # g14, g29, g31, g34, g41, g73, g85
        42,  # 49 without g11, g12, g13 and g14, g29, g31, g34
        38,  # N 30, P 5, X 3
        27,  # N 19, P 5, X 3
        5,  # g86, g87, g77, g85, g84
        19,  # g36, g52-g58, g61-g67, g69, g70, g84, g87
    ),
    "left": (
        18,  # N 13, P 3, X 2
        13,  # g15, g16, g18, g20, g22, g27, g32, g35, g49, g60, g68, g83, g88
        3,  # g39, g71, g74
        2,  # g45, g82
        16,  # 18 without g68 and g32
        1,  # g68
        1,  # g32
        11,  # 13 without g68 and g32
        10,  # g15, g16, g18, g20, g22, g27, g32, g49, g39, g45
        8,  # g35, g60, g68, g71, g74, g82, g83, g88
        3,  # g88, g82, g83
        5,  # g35, g60, g68, g83, g88
    ),
    # g79 (N, alone) and g80 (P, with a hint) are of no month.
    "open": (2, 1, 1, 0, 1, 0, 1, 1, 0, 0, 0, 0),
    "share": (
        *(65 / 83, 49 / 62, 10 / 13, 6 / 8),
        *(54 / 70, 4 / 5, 7 / 8, 42 / 53),
        *(38 / 48, 27 / 35, 5 / 8, 19 / 24),
    ),
    "share_winnable": (
        65 / 71,  # left and winnable: N 3, P 2, X 1
        49 / 52,  # g15 (the solver said so later), g49 and g60 (deals of days)
        10 / 12,  # g39, g71: par of P/3 is known
        6 / 7,  # g45
        54 / 60,  # all six
        4 / 4,
        7 / 7,
        42 / 45,  # g15, g49, g60
        38 / 42,  # g15, g49, g39, g45
        27 / 29,  # g60, g71
        5 / 5,
        19 / 20,  # g60
    ),
    "deals_played": (
        72,  # N 53, P 12, X 7
        53,  # 63 without g21, g27, g31, g58, g61, g65, g69, g70, g84, g88, which were played before
        12,  # 14 without g71, g72
        7,  # 8 without g46
        59,  # 71 without 12 of these 13: all but g31
        5,
        8,  # 9 without g31, played first without help
        45,  # 54 without g21, g27, g58, g61, g65, g69, g70, g84, g88
        44,  # 48 without g21, g27, g31, g46
        26,  # 35 without g58, g61, g65, g69, g70, g84, g88, g71, g72
        6,  # 8 without g84, g88
        17,  # 24 without g58, g61, g65, g69, g70, g84, g88
    ),
    "deals_won": (
        62,  # 65 without g31, g61, g69, which were won before
        46,  # 49 without those
        10,
        6,
        52,  # 54 without g61, g69
        4,
        6,  # 7 without g31
        40,  # 42 without g61, g69
        37,  # 38 without g31
        25,  # 27 without g61, g69
        5,
        17,  # 19 without g61, g69
    ),
    "streak": (
        1,  # g83 was left on 8 February; then g84
        1,  # the same
        4,  # g71 left; g72, g73, g75, g86; g74 could not be won
        0,  # g82 was left after g85
        1,  # g83; g84
        0,  # g68
        3,  # g32 left; g34, g73, g85
        1,  # g83; g84
        4,  # g49 left; g33, g50, g34, g51
        1,  # g83; g84
        1,  # the same
        1,
    ),
    "longest_streak": (
        11,  # after g39: g08, g40, g09, g41, g10, g42, g11, g43, g12, g44, g13; then g45 was left
        14,  # g01-g14
        4,  # g72, g73, g75, g86
        4,  # g46, g76, g77, g85
        12,  # after g60: g58, g61, g57, g59, g65, g62, g63, g64, g66, g67, g69, g70; then g71
        4,  # g40, g11, g12, g13
        4,  # g41, g14, g29, g31
        11,  # after g60: g58, g61, g57, g65, g62, g63, g64, g66, g67, g69, g70; then g88
        11,  # as of all
        10,  # after g60: g58, g61, g57, g59, g65, g62, g63, g64, g66, g67; then g68 was left
        3,  # after g88: g87, g77, g85
        9,  # after g60: g58, g61, g57, g65, g62, g63, g64, g66, g67
    ),
    "at_par": (
        14,  # N 8, P 5, X 1
        8,  # g01-g07, g69
        5,  # g37, g38, g41, g42, g72
        1,  # g43
        13,  # without g41
        0,  # g40 is 2 over
        1,  # g41
        8,
        12,  # g01-g07, g37, g38, g41, g42, g43
        2,  # g69, g72
        0,
        1,  # g69
    ),
    "hints": (
        4 / 85,  # g14 one, g41 two (one board was asked about twice), g80 one
        1 / 63,
        3 / 14,
        0,
        0,
        0,
        4 / 9,
        0,
        3 / 48,
        0,
        0,
        0,
    ),
    "undos": (
        8 / 85,  # g11 1, g12 2, g13 1, g40 1, g68 2, g73 1
        6 / 63,  # g11, g12, g13, g68
        2 / 14,  # g40, g73
        0,
        0,
        7 / 5,
        1 / 9,
        0,
        5 / 48,
        3 / 35,
        0,
        2 / 24,
    ),
    "days": (
        58,  # December 31; January 1-3, 5-21, 23: 21; February 1, 2, 3, 5, 8, 9: 6
        48,  # December 31; January 1-3, 5-14: 13; February 1, 2, 8, 9
        13,  # December 5-10; January 8, 15-18; February 1, 9
        10,  # December 11-14; January 19, 20, 21, 23; February 3, 5
        56,  # all but 16 January (g73) and 5 February (g85)
        5,  # December 8, 11, 12, 13; 13 January
        10,  # December 9, 14, 25-28, 30; 16 January; February 5, 9
        44,  # December 1-10, 15-31: 27; January 1-3, 5-14: 13; February 1, 2, 8, 9
        30,  # games of 31 December ended in the new year
        26,  # January 21; February 1, 2, 3, 5, 9: g79 of the 8th is open
        5,  # February 1, 2, 3, 5, 9; g77 and g82 were played in January too
        16,  # January 1-3, 5-14; February 1, 2, 9
    ),
}

LINES: dict[str, tuple[float | None, ...]] = {
    # Sixteen removals are the fewest; of own work g11, g13 and g40 have 18, g12 20.
    "best strokes any": (16, 16, 16, 16, 16, 18, 16, 16, 16, 16, 16, 16),
    "best strokes first_sight": (16, 16, 16, 16, 16, 18, 16, 16, 16, 16, 16, 16),
    "median strokes any": (16, 16, 16, 16, 16, 18, 16, 16, 16, 16, 16, 16),
    "median strokes first_sight": (16, 16, 16, 16, 16, 18, 16, 16, 16, 16, 16, 16),
    # Known of N/1-N/10, P/1-P/6, XF2V/1 and 2. Of own work there is g40 alone.
    "best over_par any": (0, 0, 0, 0, 0, 2, 0, 0, 0, 0, None, 0),
    # Of 2031 there are g69 and g72, neither at first sight.
    "best over_par first_sight": (0, 0, 0, 0, 0, 2, 0, 0, 0, None, None, None),
    # Of X 0 and 1; of all 14 zeros in 19.
    "median over_par any": (0, 0, 0, 0.5, 0, 2, 0, 0, 0, 0, None, 0),
    "median over_par first_sight": (0, 0, 0, 0.5, 0, 2, 0, 0, 0, None, None, None),
    # 45 is g76, 60 is g69, 75 is g01.
    "best seconds any": (45, 60, 150, 45, 45, 170, 150, 60, 75, 45, 150, 60),
    "best seconds first_sight": (45, 75, 150, 45, 45, 170, 150, 75, 75, 45, 150, 150),
    # Most took 150. February: 150, 150, 150, 260, 370, and without g84 two of 150.
    "median seconds any": (150, 150, 150, 150, 150, 170, 150, 150, 150, 150, 150, 150),
    "median seconds first_sight": (150, 150, 150, 150, 150, 170, 150, 150, 150, 150, 205, 150),
    # A win is 280 by cards and 240 by pairs.
    "best points any": (280, 280, 240, 280, 280, 280, 280, 280, 280, 280, 280, 280),
    "best points first_sight": (280, 280, 240, 280, 280, 280, 280, 280, 280, 280, 280, 280),
    # February: 20, 40, 60, 240, 280 four times.
    "median points any": (280, 280, 240, 280, 280, 280, 280, 280, 280, 280, 260, 280),
    # With help: g32 70, g41 240, g73 240, g14 280, g85 280. February without g88 20 and g84 280.
    "median points first_sight": (280, 280, 240, 280, 280, 280, 240, 280, 280, 280, 260, 280),
}
