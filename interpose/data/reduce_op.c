#include "reduce_op.h"
#include "include/event.h"

uint8_t reduce_op(MPI_Op op) {
  const MPI_Op known[] = {[REDUCE_MAX] = MPI_MAX,         [REDUCE_MIN] = MPI_MIN,
                          [REDUCE_SUM] = MPI_SUM,         [REDUCE_PROD] = MPI_PROD,
                          [REDUCE_LAND] = MPI_LAND,       [REDUCE_BAND] = MPI_BAND,
                          [REDUCE_LOR] = MPI_LOR,         [REDUCE_BOR] = MPI_BOR,
                          [REDUCE_LXOR] = MPI_LXOR,       [REDUCE_BXOR] = MPI_BXOR,
                          [REDUCE_MINLOC] = MPI_MINLOC,   [REDUCE_MAXLOC] = MPI_MAXLOC,
                          [REDUCE_REPLACE] = MPI_REPLACE, [REDUCE_NO_OP] = MPI_NO_OP};
  if (op == MPI_OP_NULL)
    return REDUCE_NONE;
  for (uint8_t i = REDUCE_MAX; i <= REDUCE_NO_OP; i++)
    if (known[i] == op)
      return i;
  return REDUCE_USER;
}
