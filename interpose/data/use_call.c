/* use_call.c: the rows of buffers.def as functions. */
#include <stddef.h>
#include <string.h>
#include "type.h"
#include "use.h"

static int at_root(const struct comm *c, int root) {
  return c->inter ? root == MPI_ROOT : root == c->me;
}

static int to_root(const struct comm *c, int root) {
  return !c->inter || (root != MPI_ROOT && root != MPI_PROC_NULL);
}

static int peers(const struct comm *c) {
  return c->inter ? c->remote_size : c->size;
}

static int sources(struct comm *c) {
  const struct neighbours *n = comm_neighbours(c);
  return n ? n->sources : 0;
}

static int destinations(struct comm *c) {
  const struct neighbours *n = comm_neighbours(c);
  return n ? n->destinations : 0;
}

static int destinations_any(struct comm *c) {
  for (int i = 0; i < destinations(c); i++)
    if (comm_neighbours(c)->rank[sources(c) + i] != MPI_PROC_NULL)
      return 1;
  return 0;
}

/* In place the result replaces the first items. The standard does not say what happens to the
 * others, and MPICH does write there. */
static void reduce_scatter(struct uses *u, const void *in, const void *out, int64_t all,
                           int64_t own, MPI_Datatype type) {
  int in_place = in == MPI_IN_PLACE;
  use_add(u, 0, in_place ? out : in, all, type);
  use_add(u, 1, out, in_place ? all : own, type);
}

#define REDUCE_SCATTER(all, own)                                                               \
  reduce_scatter(u, a->sendbuf, a->recvbuf, all, own, a->datatype)
#define LOAD(buffer, count, type) use_add(u, 0, buffer, count, type)
#define STORE(buffer, count, type) use_add(u, 1, buffer, count, type)
#define RECEIVE(buffer, count, type) use_receive(u, &a->status, buffer, count, type)
#define PACK(buffer, position) use_pack(u, 1, buffer, position, sizeof *(position))
#define UNPACK(buffer, position) use_pack(u, 0, buffer, position, sizeof *(position))

#define COMM                                                                                   \
  if (!(u->comm = comm_find(a->comm)))                                                         \
  return
#define AT_ROOT at_root(u->comm, a->root)
#define TO_ROOT to_root(u->comm, a->root)
#define MINE(first, other) (first) == MPI_IN_PLACE ? (const void *)(other) : (first)
#define LOADS(...) use_blocks(u, 0, &(struct use_blocks){__VA_ARGS__})
#define STORES(...) use_blocks(u, 1, &(struct use_blocks){__VA_ARGS__})
#define EQUAL(buffer_, count_, type_) .buffer = (buffer_), .count = (count_), .type = (type_)
#define ARRAYS(counts_, displs_)                                                               \
  .counts = (counts_), .displs = (displs_), .count_size = sizeof *(counts_),                   \
  .displ_size = sizeof *(displs_)
#define EACH_OF(buffer_, counts_, displs_, type_)                                              \
  .buffer = (buffer_), .type = (type_), ARRAYS(counts_, displs_)
#define TYPED(buffer_, counts_, displs_, types_)                                               \
  .buffer = (buffer_), .types = (types_), ARRAYS(counts_, displs_)
#define PEERS .n = peers(u->comm)
#define SOURCES .n = sources(u->comm), .ranks = u->comm->neighbours->rank
#define DESTINATIONS                                                                           \
  .n = destinations(u->comm), .ranks = u->comm->neighbours->rank + sources(u->comm)
#define DESTINATIONS_ANY destinations_any(u->comm)
#define ALL .only = -1, .except = -1
#define OWN .only = u->comm->me, .except = -1
#define BUT_OWN(other) .only = -1, .except = (other) == MPI_IN_PLACE ? u->comm->me : -1

#define USES(Name, ...)                                                                        \
  static void uses_##Name(struct uses *u, void *args) {                                        \
    struct args_##Name *a = args;                                                              \
    __VA_ARGS__;                                                                               \
  }
#define BLOCKING USES
#define NONBLOCKING(Name, ...) USES(Name, u->request = a->request; u->arrays = 1; __VA_ARGS__)
#define PERSISTENT NONBLOCKING
#define SPLIT(Name, ...) USES(Name, u->file = a->fh; __VA_ARGS__)
#define SPLIT_END(Name) USES(Name, u->file = a->fh)
#define ORIGIN USES
#define HOOK_ENTER(Name, function)
#define HOOK_LEAVE(Name, function)
#include "buffers.def"
#undef BLOCKING
#undef NONBLOCKING
#undef PERSISTENT
#undef SPLIT
#undef SPLIT_END
#undef ORIGIN

void use_of_call(struct uses *u, unsigned call, void *args, int all) {
  static void (*const rows[CALLS])(struct uses *, void *) = {
#define BLOCKING(Name, ...) [CALL_##Name] = uses_##Name,
#define NONBLOCKING BLOCKING
#define PERSISTENT BLOCKING
#define SPLIT BLOCKING
#define SPLIT_END BLOCKING
#define ORIGIN BLOCKING
#include "buffers.def"
#undef BLOCKING
#undef NONBLOCKING
#undef PERSISTENT
#undef SPLIT
#undef SPLIT_END
#undef ORIGIN
  };
  memset(u, 0, offsetof(struct uses, own));
  u->last = &u->first;
  u->all = all;
  rows[call](u, args);
}

enum use_time use_time(unsigned call) {
  static const unsigned char times[CALLS] = {
#define BLOCKING(Name, ...) [CALL_##Name] = USE_DURING,
#define NONBLOCKING(Name, ...) [CALL_##Name] = USE_AFTER,
#define PERSISTENT NONBLOCKING
#define SPLIT NONBLOCKING
#define SPLIT_END BLOCKING
#define ORIGIN NONBLOCKING
#include "buffers.def"
  };
  return times[call];
}
