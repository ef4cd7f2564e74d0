/* greq_nested.c: MPI calls that callbacks of generalized requests make. */
#include "interpose/base/args.h"
#include "grequest.h"
#include "interpose/stream/feed.h"

#define NAMED(Name) [CALL_##Name] = 1,
#define MESSAGE(Name) NAMED(Name) IF_HAS(LARGE, NAMED(Name##_c))

/* These calls wait for another process to send, to receive or to make the same call. */
static const unsigned char blocking[CALLS] = {
#define BLOCKING(Name, ...) NAMED(Name)
#define NONBLOCKING(Name, ...)
#define PERSISTENT(Name, ...)
#include "interpose/calls/coll.def"
    MESSAGE(Send) MESSAGE(Ssend) MESSAGE(Recv) MESSAGE(Sendrecv) MESSAGE(Sendrecv_replace)
        NAMED(Probe) NAMED(Mprobe) NAMED(Win_fence) NAMED(Win_start) NAMED(Win_complete)
            NAMED(Win_wait) NAMED(Comm_dup) NAMED(Comm_split) NAMED(Comm_create)};

/* At any thread level any thread may make these calls (section 12.4). */
static int is_free(unsigned call) {
  return call == CALL_Initialized || call == CALL_Finalized || call == CALL_Query_thread ||
         call == CALL_Is_thread_main;
}

static int is_pending(MPI_Request request) {
  int flag = 1;
  MPI_Status status;
  struct quiescence q;
  if (request == MPI_REQUEST_NULL)
    return 0;
  int generalized = untold_knows(greq_number(request));
  world_lock();
  generalized |= check_greq_known(world.check, greq_number(request));
  world_unlock();
  if (generalized) /* asking the library would call the request's query_fn */
    return 0;
  quiet_enter(&q);
  if (REAL(Request_get_status)(request, &flag, &status))
    flag = 1;
  quiet_leave(&q);
  return !flag;
}

static int pending(const MPI_Request *requests, int n, int any) {
  int count = 0;
  for (int i = 0; i < n; i++)
    count += is_pending(requests[i]);
  return any ? count > 0 && count == n : count > 0;
}

static int waits(const struct frame *f) {
  switch (f->call) {
  case CALL_Wait:
    return pending(((struct args_Wait *)f->args)->request, 1, 0);
  case CALL_Waitall: {
    const struct args_Waitall *a = f->args;
    return pending(a->array_of_requests, a->count, 0);
  }
  case CALL_Waitany: {
    const struct args_Waitany *a = f->args;
    return pending(a->array_of_requests, a->count, 1);
  }
  case CALL_Waitsome: {
    const struct args_Waitsome *a = f->args;
    return pending(a->array_of_requests, a->incount, 1);
  }
  default:
    return 0;
  }
}

static int blocks(const struct frame *f) {
  if (!blocking[f->call])
    return waits(f);
  const int *rank = args_first(f->call, f->args, SHOW_RANK);
  const MPI_Comm *comm = args_first(f->call, f->args, SHOW_COMM);
  int size = 2;
  struct quiescence q;
  if (rank && *rank == MPI_PROC_NULL)
    return 0;
  if (!comm || *comm == MPI_COMM_SELF)
    return !comm;
  quiet_enter(&q);
  REAL(Comm_size)(*comm, &size);
  quiet_leave(&q);
  return size > 1;
}

/* Notes what query_fn does to its status. Once query_fn has freed its own request, its status
 * may hold anything. */
static void note_status(const struct frame *f, struct callback *c) {
  const MPI_Status *status = NULL;
  switch (f->call) {
  case CALL_Status_set_elements:
    status = ((struct args_Status_set_elements *)f->args)->status;
    break;
  case CALL_Status_set_elements_x:
    status = ((struct args_Status_set_elements_x *)f->args)->status;
    break;
  case CALL_Request_free:
    c->again |= *((struct args_Request_free *)f->args)->request == c->of->handle;
    return;
  case CALL_Status_set_cancelled:
    status = ((struct args_Status_set_cancelled *)f->args)->status;
    c->cancelled |= status == c->status;
    return;
  default:
    return;
  }
  c->elements |= status == c->status;
}

void greq_called(struct frame *f) {
  struct thread *t = f->thread;
  /* a callback that was left by longjmp is no longer running */
  while (t->callbacks.count && t->greq->running[t->callbacks.count - 1].depth > f->depth)
    t->callbacks.count--;
  struct callback *c = callback_of(t);
  if (!c)
    return;
  if (c->status)
    note_status(f, c);
  int facts = (!is_free(f->call) && greq_forbidden(t) ? GREQ_THREAD : 0) |
              (blocks(f) ? GREQ_BLOCKS : 0);
  if (!facts)
    return;
  struct event e;
  greq_event(&e, f, GREQ_CALL, 1);
  e.u.greq.handle = greq_number(c->of->handle);
  e.u.greq.facts = (uint16_t)facts;
  greq_tell(&e);
}
