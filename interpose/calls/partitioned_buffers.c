/* partitioned_buffers.c: partitioned communication (MPI-4 section 4.2). MPI reads a partition
 * from MPI_Pready on, and writes one until MPI_Parrived says that it has come. The rest of the
 * buffer belongs to the program. */
#include "interpose/data/buffer.h"

#if HAS_MPI4

#include <stdlib.h>
#include <string.h>
#include "interpose/handles/request.h"
#include "interpose/base/scratch.h"
#include "interpose/data/type.h"
#include "interpose/base/world.h"

struct parts {
  struct pending_request pending; /* first */
  int store, count;
  int64_t step;           /* bytes from one partition to the next */
  struct event_data data; /* of the first */
  struct event_run *run;  /* its runs */
  uint64_t id[];          /* id of each partition's access; 0: there is none */
};

static void begin(struct frame *f, struct parts *p, int i) {
  struct use use = {.store = p->store, .data = p->data};
  int64_t at = i * p->step;
  if (i < 0 || i >= p->count || p->id[i] || p->data.lo == p->data.hi)
    return;
  struct event_run *run = scratch_take((size_t)p->data.runs * sizeof *run);
  if (!run)
    return;
  for (int32_t k = 0; k < p->data.runs; k++) {
    run[k] = p->data.run[k];
    run[k].lo += at;
  }
  use.data.run = run;
  use.data.lo += at;
  use.data.hi += at;
  p->id[i] = access_begin(f, &use);
}

static void end(struct frame *f, struct parts *p, int i, int kind) {
  if (i >= 0 && i < p->count && p->id[i]) {
    access_end(f, p->id[i], kind);
    p->id[i] = 0;
  }
}

static void on_complete(struct pending_request *pending, struct frame *f,
                        const MPI_Status *status, int ok) {
  struct parts *p = (struct parts *)pending;
  (void)status;
  (void)ok;
  for (int i = 0; i < p->count; i++)
    end(f, p, i, EVENT_REQUEST_DONE);
}

static void on_start(struct pending_request *pending, struct frame *f) {
  struct parts *p = (struct parts *)pending;
  for (int i = 0; p->store && i < p->count; i++)
    begin(f, p, i);
}

static void on_drop(struct pending_request *pending, struct frame *f) {
  struct parts *p = (struct parts *)pending;
  for (int i = 0; i < p->count; i++)
    end(f, p, i, EVENT_REQUEST_FREE);
  free(p->run);
  free(p);
}

/* The datatype may be freed before the operation starts, so a description of the data is
 * kept. */
static struct parts *parts_new(int count, const void *buffer, int64_t items,
                               MPI_Datatype type) {
  struct parts *p = calloc(1, sizeof *p + (size_t)count * sizeof p->id[0]);
  if (!p)
    return NULL;
  type_describe(&p->data, (uint64_t)(uintptr_t)buffer, items, type);
  size_t bytes = (size_t)p->data.runs * sizeof *p->run;
  p->run = malloc(bytes + 1);
  if (!p->run) {
    free(p);
    return NULL;
  }
  if (bytes)
    p->data.run = memcpy(p->run, p->data.run, bytes);
  p->count = count;
  p->step = items * type_extent(type);
  p->pending.complete = on_complete;
  p->pending.start = on_start;
  p->pending.drop = on_drop;
  return p;
}

static void follow(const struct frame *f, int store, int peer, int partitions,
                   const void *buffer, int64_t items, MPI_Datatype type, MPI_Request *request) {
  if (f->rc != MPI_SUCCESS || peer == MPI_PROC_NULL || partitions <= 0)
    return;
  struct parts *p = parts_new(partitions, buffer, items, type);
  if (!p) {
    world_off("out of memory", 0);
    return;
  }
  p->store = store;
  if (!request_follow(*request, &p->pending, 1)) {
    free(p->run);
    free(p);
  }
}

static struct parts *find(MPI_Request handle) {
  return (struct parts *)request_find(handle, on_start);
}

#define PARTITIONED(Name, store, count_type)                                                   \
  void parts_leave_##Name(struct frame *f);                                                    \
  void parts_leave_##Name(struct frame *f) {                                                   \
    struct args_##Name *a = f->args;                                                           \
    follow(f, store, a->dest, a->partitions, a->buf, (count_type)a->count, a->datatype,        \
           a->request);                                                                        \
  }
#include "partitioned_inits.def"

/* `p` is the operation, if its accesses are followed. */
#define PART(Name, statement)                                                                  \
  void parts_##Name(struct frame *f);                                                          \
  void parts_##Name(struct frame *f) {                                                         \
    struct args_##Name *a = f->args;                                                           \
    struct parts *p = find(a->request);                                                        \
    if (p)                                                                                     \
      statement;                                                                               \
  }
PART(Pready, begin(f, p, a->partition))
PART(Pready_range, for (int i = a->partition_low; i <= a->partition_high; i++) begin(f, p, i))
PART(Pready_list, for (int i = 0; i < a->length; i++) begin(f, p, a->array_of_partitions[i]))
PART(Parrived,
     if (f->rc == MPI_SUCCESS && *a->flag) end(f, p, a->partition, EVENT_REQUEST_DONE))

#endif
