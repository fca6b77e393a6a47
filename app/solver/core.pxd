# The C types of core.py: with them Cython compiles that file as it is.

cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport abort, calloc, free, realloc
from libc.string cimport memset

cdef extern from *:
    """
    #if defined(__GNUC__) && defined(__x86_64__)
    /* Counting bits is one instruction on every processor since 2008, and half of the time if not. */
    #pragma GCC target("popcnt")
    #endif
    """
    int __builtin_popcountll(uint64_t) noexcept nogil
    int __builtin_ctzll(uint64_t) noexcept nogil
    int __builtin_clzll(uint64_t) noexcept nogil

cdef inline int ones(uint64_t mask) noexcept nogil:
    return __builtin_popcountll(mask)

cdef inline int lowest(uint64_t mask) noexcept nogil:
    return __builtin_ctzll(mask)

cdef inline int length(uint64_t mask) noexcept nogil:
    return 64 - __builtin_clzll(mask) if mask else 0

cdef inline uint64_t below(int place) noexcept nogil:
    return ((<uint64_t> 1) << place) - 1

cdef inline int four_bits(uint64_t word, int shift) noexcept nogil:
    return word >> shift & 15

cdef inline int three_bits(uint64_t word, int shift) noexcept nogil:
    return word >> shift & 7

cdef inline uint64_t *new_words(Py_ssize_t count) noexcept nogil:
    cdef uint64_t *words = <uint64_t *> calloc(count, sizeof(uint64_t))
    if words == NULL:
        abort()
    return words

cdef inline uint64_t *more_words(uint64_t *words, Py_ssize_t old, Py_ssize_t new) noexcept nogil:
    words = <uint64_t *> realloc(words, new * sizeof(uint64_t))
    if words == NULL:
        abort()
    memset(words + old, 0, (new - old) * sizeof(uint64_t))
    return words

cdef inline void free_words(uint64_t *words) noexcept nogil:
    free(words)

cdef int WASTE, DRAWN, OPEN, LOST, WINNABLE, UNKNOWN
cdef int PYRAMID_CARDS, TALON_CARDS, KING, SHAPE_COUNT
cdef uint64_t HASH, WORD, GUARDS, STATE


@cython.final
cdef class Words:
    cdef uint64_t *at
    cdef Py_ssize_t count, room

    cdef Py_ssize_t add(self, uint64_t word) noexcept nogil


@cython.final
cdef class Table:
    cdef uint64_t *keys
    cdef uint64_t *values
    cdef int bits
    cdef readonly Py_ssize_t count

    @cython.locals(slot=uint64_t)
    cdef uint64_t get(self, uint64_t key) noexcept nogil
    @cython.locals(slot=uint64_t)
    cdef void put(self, uint64_t key, uint64_t value) noexcept nogil
    @cython.locals(keys='uint64_t *', values='uint64_t *', old=Py_ssize_t, slot=Py_ssize_t)
    cdef void _grow(self) noexcept nogil


@cython.final
cdef class Shapes:
    cdef uint32_t mask[1430]
    cdef uint32_t free[1430]
    cdef uint16_t after[40040]
    cdef readonly dict index

cdef Shapes SHAPES


@cython.final
cdef class Facts:
    cdef Shapes shapes
    cdef int talon_mode
    cdef bint unlimited, goal_all, cover_pairs, talon_pairs
    cdef int rank[28]
    cdef int talon_rank[24]
    cdef uint32_t of_rank[14]
    cdef uint32_t talon_of_rank[14]
    cdef uint64_t unit[14]
    cdef uint64_t one_pair[14]
    cdef uint64_t wanted[1430]
    cdef int first[1430]
    cdef int last[1430]
    cdef int seen[1430]
    cdef int fewest[1430]
    cdef Words pool
    cdef readonly Table lefts, totals
    cdef readonly long long nodes
    cdef long long node_limit
    cdef double deadline
    cdef readonly bint stopped

    cpdef void begin(self, long long node_limit, double deadline)
    cdef bint spend(self) noexcept nogil
    @cython.locals(kings=uint32_t)
    cdef int closed(self, int shape) noexcept nogil
    @cython.locals(counts=uint64_t)
    cdef uint64_t counts_of(self, uint32_t talon) noexcept nogil
    @cython.locals(wanted=uint64_t, rank=int)
    cdef uint64_t wanted_by(self, int shape) noexcept nogil
    @cython.locals(wanted=uint64_t, enough=uint64_t)
    cdef uint64_t capped(self, int shape, uint64_t counts) noexcept nogil
    @cython.locals(partners=uint32_t, free=uint32_t, found=uint32_t)
    cdef uint32_t mates(self, int shape, int card) noexcept nogil
    cdef int after_pair(self, int shape, int card, int mate) noexcept nogil
    cdef int after_card(self, int shape, int card) noexcept nogil
    @cython.locals(capped=uint64_t, key=uint64_t, unit=uint64_t, known=int, best=int, found=int,
                   card=int, free=uint32_t, mates=uint32_t)
    cdef int left(self, int shape, uint64_t counts) noexcept nogil
    @cython.locals(capped=uint64_t, key=uint64_t, unit=uint64_t, best=uint64_t, found=uint64_t,
                   card=int, rank=int, free=uint32_t, mates=uint32_t)
    cdef uint64_t total(self, int shape, uint64_t counts) noexcept nogil
    @cython.locals(both=uint64_t, shift=int)
    cdef uint64_t either(self, uint64_t one, uint64_t other) noexcept nogil
    @cython.locals(first=int, place=int, here=int)
    cdef void pair_up(self, int shape) noexcept nogil
    @cython.locals(word=uint64_t)
    cdef uint64_t _entry(self, int shape) noexcept nogil
    @cython.locals(free=uint64_t, cards=uint32_t, mates=uint32_t, card=int, there=int,
                   place=int)
    cdef void _pairs_from(self, int here, int first) noexcept nogil
    @cython.locals(waste=uint32_t, seen=uint64_t, card=int, rank=int, shift=int, partners=int,
                   count=int)
    cdef uint32_t alive(self, int shape, uint32_t talon, int pointer, uint64_t spare) noexcept nogil


@cython.final
cdef class Search:
    cdef readonly Facts facts
    cdef readonly Table lost
    cdef Table table
    cdef int limit, floor, depth, best_depth
    cdef int path_shape[64]
    cdef uint32_t path_used[64]
    cdef int best_shape[64]
    cdef uint32_t best_used[64]

    cpdef int verdict(self, uint32_t pyramid, uint32_t talon, int pointer, int recycles)
    @cython.locals(shape=int)
    cpdef int most(self, uint32_t pyramid, uint32_t talon, int pointer, int recycles)
    cpdef list path(self)
    @cython.locals(found=bint)
    cdef bint _run(self, int shape, uint32_t talon, int pointer, int recycles)
    @cython.locals(alive=uint32_t, turned=int, key=uint64_t, known=int)
    cdef bint _search(
        self, int shape, uint32_t talon, uint64_t counts, int recycles, int pointer
    ) noexcept nogil
    @cython.locals(smallest=int, cards=int, step=int)
    cdef bint _reached(self, int shape, uint32_t talon) noexcept nogil
    @cython.locals(waste=uint32_t)
    cdef bint _removals(
        self, int shape, uint32_t talon, uint64_t counts, int recycles, int pointer
    ) noexcept nogil
    @cython.locals(card=int, rank=int)
    cdef bint _turning(
        self, int shape, uint32_t talon, uint64_t counts, int recycles, uint32_t cards, int under
    ) noexcept nogil
    @cython.locals(rank=int, place=int, entry=uint64_t, mates=uint32_t, smaller=int)
    cdef bint _with_card(
        self, int shape, uint32_t talon, uint64_t counts, int recycles, int pointer, int card
    ) noexcept nogil
    @cython.locals(found=bint)
    cdef bint _step(
        self, int shape, uint32_t used, uint32_t talon, uint64_t counts, int recycles, int pointer
    ) noexcept nogil


@cython.final
cdef class Lengths:
    cdef readonly Facts facts
    cdef Words nodes, links, labels, offers
    cdef int offers_of[14]
    cdef int offers_first[14]
    cdef int offers_last[14]
    cdef int charge_of[6]
    cdef Table label_of
    cdef uint32_t kings, between
    cdef bint kings_go
    cdef int heads[1024]
    cdef int won, actions, root_pointer, root_recycles
    cdef int node, shape, cost, total, spent, under
    cdef uint64_t counts

    @cython.locals(total=int)
    cdef void _clear(self)
    @cython.locals(start=int, found=int)
    cpdef int shortest(self, uint32_t pyramid, uint32_t talon, int pointer, int recycles)
    @cython.locals(node=Py_ssize_t, parent=Py_ssize_t, state=uint64_t, used=uint32_t,
                   mask=uint32_t)
    cpdef list path(self)
    @cython.locals(shape=int, kings=int, total=int, node=int, left=int)
    cdef int _run(self, int start, uint32_t talon, int pointer) noexcept nogil
    @cython.locals(word=uint64_t, bound=int)
    cdef bint _postponed(self, int node, int total) noexcept nogil
    cdef uint64_t _word(
        self, uint64_t state, uint64_t pointer, uint64_t made, uint64_t cost, uint64_t total
    ) noexcept nogil
    cdef void _queue(self, int node, int total) noexcept nogil
    @cython.locals(kings=uint32_t, total=int, parent=uint64_t,
                   node=int, state=uint64_t)
    cdef void _push(
        self, int shape, uint32_t talon, int pointer, int made, int cost, int removals_left
    ) noexcept nogil
    @cython.locals(top=int)
    cdef int _settled(self, uint32_t talon, int pointer) noexcept nogil
    @cython.locals(waste=uint32_t)
    cdef bint _slot_full(self, uint32_t talon, int pointer) noexcept nogil
    @cython.locals(waste=uint32_t, top=int, found=uint32_t)
    cdef uint32_t _in_play_kings(self, uint32_t talon, int pointer) noexcept nogil
    @cython.locals(common=uint64_t)
    cdef int _removals_left(self, int shape, uint64_t counts) noexcept nogil
    @cython.locals(mask=uint32_t)
    cdef int _halves(self, int shape, uint32_t talon) noexcept nogil
    @cython.locals(word=uint64_t, shape=int, talon=uint32_t, pointer=int, made=int,
                   waste=uint32_t)
    cdef bint _expand(self, int node) noexcept nogil
    @cython.locals(waste=uint32_t, slot=int, top=int, kings=uint32_t)
    cdef void _in_play(self, uint32_t talon, int pointer, int made) noexcept nogil
    @cython.locals(kings=uint32_t, king=uint32_t, left=int)
    cdef void _loose_kings(self, uint32_t talon, int pointer) noexcept nogil
    @cython.locals(is_open=bint, card=int)
    cdef uint32_t _travel(self, uint32_t talon, uint32_t cards, int made) noexcept nogil
    cdef uint32_t _paid(self, int made) noexcept nogil
    @cython.locals(rank=int, cost=int, place=int, entry=uint64_t)
    cdef void _offer(
        self, int card, uint32_t talon, int pointer, int made, int spent
    ) noexcept nogil
    @cython.locals(counts=uint64_t, halves=int, place=int, entry=uint64_t, mates=uint32_t,
                   shape=int, left=int, removals=int)
    cdef void _find_offers(self, int rank) noexcept nogil
    @cython.locals(cost=int, rank=int, counts=uint64_t, left=int)
    cdef void _offer_talon_pair(
        self, int card, uint32_t talon, int pointer, int made
    ) noexcept nogil
    @cython.locals(word=uint64_t, cost=int, pointer=int, made=int, key=uint64_t, first=uint64_t,
                   label=uint64_t, other=uint64_t)
    cdef bint _dominated(self, int node) noexcept nogil
    @cython.locals(cost=int, behind=uint32_t, ahead=uint32_t, its_made=int)
    cdef int _reaches(self, uint64_t label, uint32_t talon, int pointer, int made) noexcept nogil
    @cython.locals(common=uint64_t, waste=uint32_t, may_recycle=bint, open_pointer=int,
                   alive=uint32_t, counts=uint64_t, best=int, found=int)
    cdef int _bound(self, int shape, uint32_t talon, int pointer, int made) noexcept nogil
    @cython.locals(spare=uint64_t, rank=int, pairs=uint64_t)
    cdef uint64_t _spare(self, int shape, uint64_t common) noexcept nogil
    @cython.locals(removals=int)
    cdef int _bound_all(
        self, int shape, uint32_t talon, uint32_t waste, uint32_t alive, bint may_recycle
    ) noexcept nogil
    @cython.locals(cards=int, pairs=int, turned=int)
    cdef int _without_recycle(
        self, int shape, uint32_t stock, uint64_t counts, uint64_t common
    ) noexcept nogil
    @cython.locals(wanted=uint64_t, passed=uint64_t, charges=int, best=int, rank=int, low=int)
    cdef int _open_charges(
        self, int shape, uint32_t stock, uint64_t counts, uint64_t common
    ) noexcept nogil
    @cython.locals(cards=int, pairs=int, again=uint32_t, bound=int, wanted=uint64_t,
                   passed=uint64_t, low=int)
    cdef int _with_recycle(
        self, int shape, uint32_t stock, uint32_t waste, uint32_t alive, uint64_t counts,
        uint64_t common
    ) noexcept nogil
    @cython.locals(high=int, least=int, fewest=int, most=int, pairs=int, low_use=int,
                   high_use=int, charge=int)
    cdef int _charge(
        self, uint64_t wanted, uint64_t counts, uint64_t passed, uint64_t common, int low
    ) noexcept nogil
    @cython.locals(wanted=uint64_t, needed=int, rank=int, low=int, high=int,
                   least=int, fewest=int, most=int,
                   pairs=int, fewest=int, most=int, short=int, place=int)
    cdef int _needed_up_to(
        self, int shape, uint32_t dead, uint64_t counts, uint64_t common
    ) noexcept nogil
    cdef int _nth(self, uint32_t cards, int number) noexcept nogil
