"""A player's history, written down by hand: some ninety games over a change of year.

`SESSIONS` has what was done and when, in order: a moment, a game, and steps. A deal is its rules, a
slash and a number; each is one whose sixteen removals clear the pyramid in order. The steps:

- `new N/1` begins a game; `daily`, `restart`, `code` and `imported` say where it is from, `given=8`
  that so many removals are not the player's own, `lost` that the solver has said so of the deal
- `4*10` is four removals, each ten seconds after what was before; so are `draw`, `undo`, `redo`
- `leave`, `again` (taken up), `hint`, `verdict`, `back` (help towards a win)
- `stale`: another tab still has the board of a move ago, and plays on it: nothing happens
- of a deal: `review N/1` and `solution N/1` are seen, `par N/1` is found to be 16 or `lost N/1` or
  `winnable N/1`; `ask` looks at the figures, so that months are kept
"""

SESSIONS = """
12-01 12:00:00 g01 new N/1, 16*5
12-02 12:00:00 g02 new N/2, 16*6
12-03 12:00:00 g03 new N/3, 16*7
12-04 12:00:00 g04 new N/4, 16*8
12-05 12:00:00 g05 new N/5, 16*9
12-05 15:00:00 g37 new P/1, 16*10
12-06 12:00:00 g06 new N/6, 16*10
12-06 15:00:00 g38 new P/2, 16*10
12-07 12:00:00 g07 new N/7, 16*11
12-07 15:00:00 g39 new P/3, 5*10, leave
12-08 12:00:00 g08 new N/8, draw*12, 16*12
12-08 15:00:00 g40 new P/4, 3*10, undo*10, redo*10, 13*10
12-09 12:00:00 g09 new N/9, draw*13, draw*13, 16*13
12-09 15:00:00 g41 new P/5, 3*10, hint, hint, 1*10, hint, 12*10
12-10 12:00:00 g10 new N/10, draw*14, draw*14, draw*14, 16*14
12-10 15:00:00 g42 new P/6, 16*200
12-11 12:00:00 g11 new N/11, 3*10, undo*10, redo*10, 13*10
12-11 15:00:00 g43 new XF2V/1, 16*10
12-12 12:00:00 g12 new N/12, 3*10, undo*10, undo*10, redo*10, redo*10, 13*10
12-12 15:00:00 g44 new XF2V/2, draw*10, 16*10
12-13 12:00:00 g13 new N/13, 3*10, undo*10, 14*10
12-13 15:00:00 g45 new XF2V/3, 10*10, leave
12-14 12:00:00 g14 new N/14, 3*10, hint, 13*10
12-14 15:00:00 g46 new XF2V/3, 16*10
12-15 12:00:00 g15 new N/15, 4*10, leave
12-16 12:00:00 g16 new N/16, 7*10, leave
12-16 20:00:00 --- ask
12-17 10:00:00 --- lost N/16
12-17 12:00:00 g17 new N/17, 16*10
12-18 12:00:00 g18 new N/18, 2*10, leave
12-19 12:00:00 g19 new N/19, 16*10
12-20 10:00:00 --- lost N/18, par P/1, par P/2, par P/3, par P/4, par P/5, par P/6
12-20 12:00:00 g20 new N/20, 1*10
12-20 12:05:00 g21 new N/20 restart, 16*10
12-21 12:00:00 g22 new N/21, 5*10
12-21 13:00:00 g23 new N/22, 16*20
12-22 12:00:00 g24 new N/23 given=10, 6*10
12-22 13:00:00 g25 new N/23, 16*10
12-23 12:00:00 g26 new N/24 imported, 16*10
12-23 13:00:00 g27 new N/24, 2*10, leave
12-24 23:59:30 g28 new N/25, 16*10
12-25 12:00:00 g29 solution N/26, new N/26, 16*10
12-26 12:00:00 g30 new N/27, 16*10, review N/27
12-26 13:00:00 g31 new N/27, 16*10
12-26 18:00:00 g47 new N/41 daily=2030-12-26, 16*10
12-27 12:00:00 g32 new N/28, 4*10, verdict, leave
12-27 13:00:00 g33 new N/29, 4*10, leave
12-27 18:00:00 g48 new N/42 daily=2030-12-27, 16*10
12-28 12:00:00 g34 new N/30, 4*10, leave, review N/30
12-28 18:00:00 g49 new N/43 daily=2030-12-28, 2*10, leave
12-28 20:00:00 --- ask
12-29 12:00:00 g33 again, 12*10
12-29 18:00:00 g50 new N/44 daily=2030-12-29, 16*10
12-30 10:00:00 --- winnable N/15
12-30 12:00:00 g34 again, 12*10
12-30 13:00:00 g35 new N/31, 8*10
12-30 18:00:00 g51 new N/45 daily=2030-12-30, 16*10
12-31 22:00:00 g52 new N/46 daily=2030-12-31, 1*10
12-31 23:57:50 g36 new N/32, 16*10
01-01 01:00:00 g52 15*10
01-01 18:00:00 g53 new N/47 daily=2031-01-01, 16*10
01-02 18:00:00 g54 new N/48 daily=2031-01-02, 16*10
01-03 18:00:00 g55 new N/49 daily=2031-01-03, 16*10
01-05 10:00:00 --- par N/1, par N/2, par N/3, par N/4, par N/5, par N/6, par N/7
01-05 10:00:01 --- par N/8, par N/9, par N/10, ask
01-05 18:00:00 g56 new N/50 daily=2031-01-05, 16*10
01-06 18:00:00 g57 new N/51 daily=2031-01-06, 1*10
01-07 17:00:00 g60 new N/52 daily=2031-01-07, 2*10
01-07 18:00:00 g58 new N/52 daily=2031-01-07, 16*10
01-07 19:00:00 g61 new N/52 daily=2031-01-07, 16*10
01-08 10:00:00 g57 15*10
01-08 15:00:00 g59 new P/20 daily=2031-01-08, 16*10
01-09 12:00:00 g65 new N/43 daily=2030-12-28, 16*10
01-09 18:00:00 g62 new N/53 daily=2031-01-09, 16*10
01-10 18:00:00 g63 new N/54 code, 16*10
01-11 18:00:00 g64 new N/55 daily=2031-01-11, 16*10
01-12 12:00:00 g66 new N/60, 3*10, stale, 13*10
01-12 13:00:00 g67 new N/61, 16*10
01-13 12:00:00 g68 new N/62, 5*10, undo*10, undo*10, leave
01-13 13:00:00 g69 new N/1, 16*4
01-14 12:00:00 g70 new N/15, 16*10
01-15 12:00:00 g71 new P/3, 4*10
01-15 12:05:00 g72 new P/3 restart, 16*10
01-16 12:00:00 g73 new P/7, 6*10, undo*10, back, 11*10
01-17 12:00:00 g74 new P/8 lost, 2*10, leave
01-18 12:00:00 g75 new P/9, 16*10
01-19 12:00:00 g76 new XF2V/4, 16*3
01-20 12:00:00 g77 new XF2V/5, 9*10, leave
01-21 12:00:00 g82 new XF2V/6, 3*10
01-22 12:00:00 g78 new XF2V/8 given=8, 2*10, leave
01-23 12:00:00 g77 again, 1*10, leave
01-30 12:00:00 --- ask
01-30 12:00:00 g82 again
01-31 23:59:50 g86 new P/11, 16*10
02-01 10:00:00 --- par XF2V/1, par XF2V/2, winnable XF2V/3
02-01 12:00:00 g83 new N/72, 2*10
02-02 12:00:00 g87 new N/73, 15*10, leave
02-02 13:00:00 g88 new N/73, 1*10
02-02 14:00:00 g87 1*10
02-03 12:00:00 g77 again, 6*10
02-05 12:00:00 g85 new XF2V/7, 4*10, verdict, 12*10
02-08 12:00:00 g79 new N/70, 4*10
02-09 12:00:00 g84 new N/72, 16*10
02-09 13:00:00 g80 new P/10, 3*10, hint
02-09 14:00:00 g81 new N/71
"""
END = "2031-02-10 12:00:00"

GAMES = """
g01 won   12-01 12:01:20 alone  first strokes=16 seconds=75
g02 won   12-02 12:01:36 alone  first strokes=16 seconds=90
g03 won   12-03 12:01:52 alone  first strokes=16 seconds=105
g04 won   12-04 12:02:08 alone  first strokes=16 seconds=120
g05 won   12-05 12:02:24 alone  first strokes=16 seconds=135
g06 won   12-06 12:02:40 alone  first strokes=16 seconds=150
g07 won   12-07 12:02:56 alone  first strokes=16 seconds=165
g08 won   12-08 12:03:24 alone  first strokes=17 seconds=192
g09 won   12-09 12:03:54 alone  first strokes=18 seconds=221
g10 won   12-10 12:04:26 alone  first strokes=19 seconds=252
g11 won   12-11 12:03:00 own    first strokes=18 seconds=170
g12 won   12-12 12:03:20 own    first strokes=20 seconds=190
g13 won   12-13 12:03:00 own    first strokes=18 seconds=170
g14 won   12-14 12:02:40 helped first strokes=16 seconds=150
g15 left  12-15 12:00:40 alone  first strokes=4  seconds=30
g16 left  12-16 12:01:10 alone  first strokes=7  seconds=60
g17 won   12-17 12:02:40 alone  first strokes=16 seconds=150
g18 left  12-18 12:00:20 alone  first strokes=2  seconds=10
g19 won   12-19 12:02:40 alone  first strokes=16 seconds=150
g20 left  12-20 12:05:00 alone  first strokes=1  seconds=0
g21 won   12-20 12:07:40 alone  later strokes=16 seconds=150
g22 left  12-28 12:00:50 alone  first strokes=5  seconds=40
g23 won   12-21 13:05:20 alone  first strokes=16 seconds=300
g25 won   12-22 13:02:40 alone  later strokes=16 seconds=150
g26 won   12-23 12:02:40 alone  first strokes=16 seconds=150
g27 left  12-23 13:00:20 alone  later strokes=2  seconds=10
g28 won   12-25 00:02:10 alone  first strokes=16 seconds=150
g29 won   12-25 12:02:40 helped later strokes=16 seconds=150
g30 won   12-26 12:02:40 alone  first strokes=16 seconds=150
g31 won   12-26 13:02:40 helped later strokes=16 seconds=150
g32 left  12-27 12:00:40 helped first strokes=4  seconds=30
g33 won   12-29 12:02:00 alone  first strokes=16 seconds=260
g34 won   12-30 12:02:00 helped later strokes=16 seconds=260
g35 left  01-06 13:01:20 alone  first strokes=8  seconds=70
g36 won   01-01 00:00:30 alone  first strokes=16 seconds=150
g37 won   12-05 15:02:40 alone  first strokes=16 seconds=150
g38 won   12-06 15:02:40 alone  first strokes=16 seconds=150
g39 left  12-07 15:00:50 alone  first strokes=5  seconds=40
g40 won   12-08 15:03:00 own    first strokes=18 seconds=170
g41 won   12-09 15:02:40 helped first strokes=16 seconds=150
g42 won   12-10 15:53:20 alone  first strokes=16 seconds=1800
g43 won   12-11 15:02:40 alone  first strokes=16 seconds=150
g44 won   12-12 15:02:50 alone  first strokes=17 seconds=160
g45 left  12-13 15:01:40 alone  first strokes=10 seconds=90
g46 won   12-14 15:02:40 alone  later strokes=16 seconds=150
g47 won   12-26 18:02:40 alone  first strokes=16 seconds=150
g48 won   12-27 18:02:40 alone  first strokes=16 seconds=150
g49 left  12-28 18:00:20 alone  first strokes=2  seconds=10
g50 won   12-29 18:02:40 alone  first strokes=16 seconds=150
g51 won   12-30 18:02:40 alone  first strokes=16 seconds=150
g52 won   01-01 01:02:30 alone  first strokes=16 seconds=260
g53 won   01-01 18:02:40 alone  first strokes=16 seconds=150
g54 won   01-02 18:02:40 alone  first strokes=16 seconds=150
g55 won   01-03 18:02:40 alone  first strokes=16 seconds=150
g56 won   01-05 18:02:40 alone  first strokes=16 seconds=150
g57 won   01-08 10:02:30 alone  first strokes=16 seconds=260
g58 won   01-07 18:02:40 alone  later strokes=16 seconds=150
g59 won   01-08 15:02:40 alone  first strokes=16 seconds=150
g60 left  01-07 18:00:00 alone  first strokes=2  seconds=10
g61 won   01-07 19:02:40 alone  later strokes=16 seconds=150
g62 won   01-09 18:02:40 alone  first strokes=16 seconds=150
g63 won   01-10 18:02:40 alone  first strokes=16 seconds=150
g64 won   01-11 18:02:40 alone  first strokes=16 seconds=150
g65 won   01-09 12:02:40 alone  later strokes=16 seconds=150
g66 won   01-12 12:02:40 alone  first strokes=16 seconds=150
g67 won   01-12 13:02:40 alone  first strokes=16 seconds=150
g68 left  01-13 12:01:10 own    first strokes=7  seconds=60
g69 won   01-13 13:01:04 alone  later strokes=16 seconds=60
g70 won   01-14 12:02:40 alone  later strokes=16 seconds=150
g71 left  01-15 12:05:00 alone  later strokes=4  seconds=30
g72 won   01-15 12:07:40 alone  later strokes=16 seconds=150
g73 won   01-16 12:03:00 helped first strokes=18 seconds=170
g74 left  01-17 12:00:20 alone  first strokes=2  seconds=10
g75 won   01-18 12:02:40 alone  first strokes=16 seconds=150
g76 won   01-19 12:00:48 alone  first strokes=16 seconds=45
g77 won   02-03 12:01:00 alone  first strokes=16 seconds=370
g79 open  --             alone  first strokes=4  seconds=30
g80 open  --             helped first strokes=3  seconds=20
g82 left  02-06 12:00:00 alone  first strokes=3  seconds=20
g83 left  02-08 12:00:20 alone  first strokes=2  seconds=10
g84 won   02-09 12:02:40 alone  later strokes=16 seconds=150
g85 won   02-05 12:02:40 helped first strokes=16 seconds=150
g86 won   02-01 00:02:30 alone  first strokes=16 seconds=150
g87 won   02-02 14:00:10 alone  first strokes=16 seconds=260
g88 left  02-02 14:00:10 alone  later strokes=1  seconds=0
"""
"""What came of each game that counts, worked out by hand: `g24` and `g78` are practice, `g81` is an
untouched deal."""
