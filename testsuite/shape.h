/* shape.h: what `runner.py --shapes` includes before a case (shape.py has chosen SHAPE): each
 * process's window begins elsewhere, has a size of its own and a displacement unit of its own.
 * Displacements in the case count in ints. */
#ifndef SHAPE_H
#define SHAPE_H

#include "case.h"

#define SHAPE_SKEW (SHAPE_ODD ? (SHAPE + rank) % 4 : 0)       /* ints */
#define SHAPE_COUNT (MEMORY + (SHAPE / 4 + 3 * rank) % 7)     /* ints */
#define SHAPE_UNIT(t) (1 << (SHAPE / 28 + (t) + 9) % 3)       /* bytes */
#define SHAPE_DISP(t, d) ((MPI_Aint)(d) * 4 / SHAPE_UNIT(t))

/* Four before it are MPICH's that rounds down, and six behind are left for the larger ones. */
#define memory (*(int(*)[SHAPE_COUNT])(memory_room + 4 + SHAPE_SKEW))

#define MPI_Win_create(b, s, u, ...) MPI_Win_create(b, s, SHAPE_UNIT(rank), __VA_ARGS__)

#define PLACED(call, o, n, y, t, d, ...) call(o, n, y, t, SHAPE_DISP(t, d), __VA_ARGS__)
#define MPI_Put(...) PLACED(MPI_Put, __VA_ARGS__)
#define MPI_Get(...) PLACED(MPI_Get, __VA_ARGS__)
#define MPI_Accumulate(...) PLACED(MPI_Accumulate, __VA_ARGS__)
#define MPI_Rput(...) PLACED(MPI_Rput, __VA_ARGS__)
#define MPI_Rget(...) PLACED(MPI_Rget, __VA_ARGS__)
#define MPI_Raccumulate(...) PLACED(MPI_Raccumulate, __VA_ARGS__)
#define MPI_Fetch_and_op(...) PLACED(MPI_Fetch_and_op, __VA_ARGS__)
#define MPI_Compare_and_swap(o, ...) PLACED_LATER(MPI_Compare_and_swap, o, __VA_ARGS__)
#define PLACED_LATER(call, o, c, r, y, t, d, ...)                                              \
  call(o, c, r, y, t, SHAPE_DISP(t, d), __VA_ARGS__)
#define PLACED_LAST(call, o, n, y, r, k, z, t, d, ...)                                         \
  call(o, n, y, r, k, z, t, SHAPE_DISP(t, d), __VA_ARGS__)
#define MPI_Get_accumulate(...) PLACED_LAST(MPI_Get_accumulate, __VA_ARGS__)
#define MPI_Rget_accumulate(...) PLACED_LAST(MPI_Rget_accumulate, __VA_ARGS__)

#endif
