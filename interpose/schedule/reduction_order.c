/* reduction_order.c: MPI_Reduce and MPI_Allreduce combine what processes give in another order,
 * if the operation commutes. The standard recommends one order for one set of arguments and
 * processes, but asks for none (section 5.9.1), so sums of floating-point numbers may differ.
 * All processes take the same order; what each gives is gathered for that. */
#include <stdlib.h>
#include "interpose/base/world.h"
#include "schedule.h"

/* Bytes of what all processes together give, at most. */
enum { MOST = 64 << 20, COPY_TAG = 8 };

struct reordered {
  const void *given;
  void *result;
  int count;
  MPI_Datatype type;
  MPI_Op op;
  MPI_Comm comm;
  int root, me, size; /* root: -1 for all */
};

/* All processes have to come to the same answer. */
static int can_reorder(struct reordered *r) {
  int commutes = 0, between = 1, bytes = 0;
  if (r->comm == MPI_COMM_NULL || r->op == MPI_OP_NULL || r->type == MPI_DATATYPE_NULL ||
      r->count <= 0 || REAL(Comm_test_inter)(r->comm, &between) || between ||
      REAL(Op_commutative)(r->op, &commutes) || !commutes || REAL(Type_size)(r->type, &bytes) ||
      REAL(Comm_size)(r->comm, &r->size) || REAL(Comm_rank)(r->comm, &r->me))
    return 0;
  return r->size > 2 && (int64_t)bytes * r->count <= MOST / r->size;
}

/* Combines the parts, which lie one behind the other, and copies the result. */
static int combine(const struct reordered *r, char *parts, MPI_Aint step) {
  uint64_t seed = schedule_seed();
  int at = (int)(seed % (uint64_t)r->size), forward = seed / (uint64_t)r->size % 2 == 0;
  int rc = MPI_SUCCESS, self = world_place(world.rank);
  for (int i = 1; i < r->size && rc == MPI_SUCCESS; i++) {
    int next = (at + (forward ? 1 : r->size - 1)) % r->size;
    rc = REAL(Reduce_local)(parts + at * step, parts + next * step, r->count, r->type, r->op);
    at = next;
  }
  if (rc == MPI_SUCCESS)
    rc = REAL(Sendrecv)(parts + at * step, r->count, r->type, self, COPY_TAG, r->result,
                        r->count, r->type, self, COPY_TAG, world.comm, MPI_STATUS_IGNORE);
  return rc;
}

static int reorder(const struct reordered *r) {
  MPI_Aint low, extent, true_low, true_extent;
  int has_result = r->root < 0 || r->me == r->root;
  const void *given = r->given == MPI_IN_PLACE ? r->result : r->given;
  REAL(Type_get_extent)(r->type, &low, &extent);
  REAL(Type_get_true_extent)(r->type, &true_low, &true_extent);
  MPI_Aint step = extent * r->count;
  char *memory = has_result ? malloc((size_t)(step * r->size + true_extent)) : NULL;
  char *parts = memory ? memory - true_low : NULL;
  int rc =
      r->root < 0
          ? REAL(Allgather)(given, r->count, r->type, parts, r->count, r->type, r->comm)
          : REAL(Gather)(given, r->count, r->type, parts, r->count, r->type, r->root, r->comm);
  if (rc == MPI_SUCCESS && has_result)
    rc = combine(r, parts, step);
  free(memory);
  return rc;
}

int asked_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                    MPI_Op op, MPI_Comm comm);
int asked_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                    MPI_Op op, MPI_Comm comm) {
  struct reordered r = {sendbuf, recvbuf, count, datatype, op, comm, -1, 0, 0};
  return can_reorder(&r) ? reorder(&r)
                         : REAL(Allreduce)(sendbuf, recvbuf, count, datatype, op, comm);
}

int asked_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                 MPI_Op op, int root, MPI_Comm comm);
int asked_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                 MPI_Op op, int root, MPI_Comm comm) {
  struct reordered r = {sendbuf, recvbuf, count, datatype, op, comm, root, 0, 0};
  return can_reorder(&r) ? reorder(&r)
                         : REAL(Reduce)(sendbuf, recvbuf, count, datatype, op, root, comm);
}
