/* shape.h: `runner.py --shapes` includes it before a case; shape.py chooses SHAPE. Then the
 * window of each process begins at another place and has another size and displacement unit.
 * The case goes on counting displacements in ints. */
#ifndef SHAPE_H
#define SHAPE_H

#include "case.h"

#define SHAPE_SKEW (SHAPE_ODD ? (SHAPE + rank) % 4 : 0)       /* ints */
#define SHAPE_COUNT (MEMORY + (SHAPE / 4 + 3 * rank) % 7)     /* ints */
#define SHAPE_UNIT(t) (1 << (SHAPE / 28 + (t) + 9) % 3)       /* bytes */
#define SHAPE_DISP(t, d) ((MPI_Aint)(d) * 4 / SHAPE_UNIT(t))

/* memory_room has four ints more in front, because MPICH rounds the address down, and six more
 * at the end for larger windows. */
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
