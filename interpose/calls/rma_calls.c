/* rma_calls.c: RMA operations. */
#include <stdlib.h>
#include <string.h>
#include "interpose/arguments/arguments.h"
#include "interpose/data/stack_buffers.h"
#include "interpose/base/mpi_call.h"
#include "interpose/handles/invalid.h"
#include "interpose/handles/object.h"
#include "interpose/handles/request.h"
#include "interpose/data/reduce_op.h"
#include "interpose/data/type.h"
#include "atomic_value.h"
#include "known_op.h"
#include "win.h"
#include "interpose/stream/feed.h"

/* A library may refuse an operation beyond the memory attached to a dynamic window, which only
 * the target knows. If such an error is fatal it would end the program before we can report it.
 * So the error returns first, and the call is made again afterwards. With several threads
 * another one could come in between. */
static void hold_errors(struct frame *f, const struct win *w, MPI_Win handle) {
  MPI_Errhandler own;
  if (!LIBRARY_CHECKS_ATTACHED || w->flavor != FLAVOR_DYNAMIC || world.concurrent ||
      REAL(Win_get_errhandler)(handle, &own) != MPI_SUCCESS)
    return;
  if (own == MPI_ERRORS_ARE_FATAL &&
      REAL(Win_set_errhandler)(handle, MPI_ERRORS_RETURN) == MPI_SUCCESS)
    memcpy(&f->fatal, &handle, sizeof handle);
  REAL(Errhandler_free)(&own);
}

void op_release_errors(struct frame *f);
void op_release_errors(struct frame *f) {
  MPI_Win handle;
  memcpy(&handle, &f->fatal, sizeof handle);
  REAL(Win_set_errhandler)(handle, MPI_ERRORS_ARE_FATAL);
}

static uint8_t is_range(int rc) {
  int class = rc;
  return rc != MPI_SUCCESS && REAL(Error_class)(rc, &class) == MPI_SUCCESS &&
         class == MPI_ERR_RMA_RANGE;
}

/* Starts the event. Returns 0 if there is nothing to check. */
static int begin(struct frame *f, MPI_Win handle, int target, enum rma_op op, MPI_Aint disp) {
  const struct win *w = win_of_call(f, handle);
  f->thread->event.win = 0;
  if (w && target != MPI_PROC_NULL && (target < 0 || target >= w->count))
    world_argument(f, w->id, ARGUMENT_RANK, target);
  if (!w || target < 0 || target >= w->count)
    return 0;
  world_event(&f->thread->event, f, EVENT_OP);
  f->thread->event.win = w->id;
  f->thread->event.target = target;
  f->thread->event.u.op.op = (uint8_t)op;
  f->thread->event.u.op.disp = disp;
  hold_errors(f, w, handle);
  return 1;
}

/* One buffer of the operation. If its count or datatype is bad, the library refuses the call,
 * and there is no operation. */
static void describe(struct frame *f, struct event_data *d, uint64_t address, int64_t count,
                     MPI_Datatype type) {
  struct event *e = &f->thread->event;
  int null = type == MPI_DATATYPE_NULL && count;
  if (count < 0)
    world_argument(f, e->win, ARGUMENT_COUNT, count);
  if (null)
    world_argument(f, e->win, ARGUMENT_TYPE, 0);
  type_describe(d, address, count, type);
  int none = !d->present && type_is_none(type);
  if (none)
    arguments_check_handles(f);
  if (count < 0 || null || none || object_over(OBJECT_TYPE, &type, NULL))
    e->win = 0;
}

static void reduce(struct frame *f, struct event_op *o, MPI_Op op) {
  o->reduce = reduce_op(op);
  if (o->reduce == REDUCE_NONE ||
      (o->reduce == REDUCE_USER && handle_invalid(OBJECT_OP, &op))) {
    arguments_check_handles(f);
    f->thread->event.win = 0;
  }
}

#define ADDRESS(p) ((uint64_t)(uintptr_t)(p))

static void lend(struct thread *t) {
  const struct event_op *o = &t->event.u.op;
  const struct event_data *all[] = {&o->origin, &o->result, &o->compare};
  for (int i = 0; i < 3; i++)
    if (all[i]->lo < all[i]->hi)
      lent_note(t, all[i]->lo);
}

/* Of MPI_Compare_and_swap its result tells (atomic_value.c). */
static void note_read(struct thread *t) {
  const struct event_op *o = &t->event.u.op;
  t->read.win = t->event.win;
  t->read.call = t->event.call;
  t->read.stack = t->event.stack;
  t->read.updates +=
      o->op == RMA_CAS ? !o->width : o->op != RMA_GET && o->reduce != REDUCE_NO_OP;
}

static void feed(struct frame *f) {
  if (!f->thread->event.win)
    return;
  lend(f->thread);
  value_issue(&f->thread->event);
  if (f->thread->event.u.op.op >= RMA_GET_ACC || f->thread->event.u.op.op == RMA_GET)
    note_read(f->thread);
  world_feed(&f->thread->event);
  value_follow(&f->thread->event);
}

#define OP(Name, op_, more)                                                                    \
  void op_enter_##Name(struct frame *f);                                                       \
  void op_enter_##Name(struct frame *f) {                                                      \
    struct args_##Name *a = f->args;                                                           \
    struct event_op *o = &f->thread->event.u.op;                                               \
    if (!begin(f, a->win, a->target_rank, op_, a->target_disp))                                \
      return;                                                                                  \
    more;                                                                                      \
    feed(f);                                                                                   \
  }

/* The same for operations that a line may make again and again (known_op.h). */
#define LINE(Name, op_, reduction_, more)                                                      \
  void op_enter_##Name(struct frame *f);                                                       \
  void op_enter_##Name(struct frame *f) {                                                      \
    struct args_##Name *a = f->args;                                                           \
    struct event_op *o = &f->thread->event.u.op;                                               \
    struct op_args same = {a->win,          a->target_rank,     a->origin_count,               \
                           a->target_count, a->origin_datatype, a->target_datatype,            \
                           reduction_};                                                        \
    if (known_op(f, &same, a->origin_addr, a->target_disp) ||                                  \
        !begin(f, a->win, a->target_rank, op_, a->target_disp))                                \
      return;                                                                                  \
    more;                                                                                      \
    feed(f);                                                                                   \
    known_op_keep(f, &same, a->origin_addr);                                                   \
  }

#define ORIGIN                                                                                 \
  describe(f, &o->origin, ADDRESS(a->origin_addr), a->origin_count, a->origin_datatype)
#define TARGET describe(f, &o->target, 0, a->target_count, a->target_datatype)
#define RESULT                                                                                 \
  describe(f, &o->result, ADDRESS(a->result_addr), a->result_count, a->result_datatype)
#define REDUCE reduce(f, o, a->op)
#define REQUEST o->request = request_number()

/* With MPI_NO_OP the origin buffer is not looked at (section 11.3.4). */
#define GET_ACC                                                                                \
  REDUCE;                                                                                      \
  TARGET;                                                                                      \
  RESULT;                                                                                      \
  if (o->reduce != REDUCE_NO_OP) {                                                             \
    ORIGIN;                                                                                    \
    o->result_overlap = (uint8_t)type_intersect(&o->origin, &o->result);                       \
  }
#define ONE(data, address) describe(f, &o->data, address, 1, a->datatype)
#define ONE_OVERLAP o->result_overlap = (uint8_t)type_intersect(&o->origin, &o->result)

LINE(Put, RMA_PUT, MPI_OP_NULL, ORIGIN; TARGET)
LINE(Get, RMA_GET, MPI_OP_NULL, ORIGIN; TARGET)
LINE(Accumulate, RMA_ACC, a->op, ORIGIN; TARGET; REDUCE)
OP(Get_accumulate, RMA_GET_ACC, GET_ACC)
OP(Rput, RMA_PUT, ORIGIN; TARGET; REQUEST)
OP(Rget, RMA_GET, ORIGIN; TARGET; REQUEST)
OP(Raccumulate, RMA_ACC, ORIGIN; TARGET; REDUCE; REQUEST)
OP(Rget_accumulate, RMA_GET_ACC, GET_ACC; REQUEST)
OP(
    Fetch_and_op, RMA_FETCH_OP, REDUCE; ONE(target, 0); ONE(result, ADDRESS(a->result_addr));
    if (o->reduce != REDUCE_NO_OP) {
      ONE(origin, ADDRESS(a->origin_addr));
      ONE_OVERLAP;
    })
OP(Compare_and_swap, RMA_CAS, ONE(target, 0); ONE(result, ADDRESS(a->result_addr));
   ONE(origin, ADDRESS(a->origin_addr)); ONE(compare, ADDRESS(a->compare_addr)); ONE_OVERLAP)
#if HAS_LARGE
LINE(Put_c, RMA_PUT, MPI_OP_NULL, ORIGIN; TARGET)
LINE(Get_c, RMA_GET, MPI_OP_NULL, ORIGIN; TARGET)
LINE(Accumulate_c, RMA_ACC, a->op, ORIGIN; TARGET; REDUCE)
OP(Get_accumulate_c, RMA_GET_ACC, GET_ACC)
OP(Rput_c, RMA_PUT, ORIGIN; TARGET; REQUEST)
OP(Rget_c, RMA_GET, ORIGIN; TARGET; REQUEST)
OP(Raccumulate_c, RMA_ACC, ORIGIN; TARGET; REDUCE; REQUEST)
OP(Rget_accumulate_c, RMA_GET_ACC, GET_ACC; REQUEST)
#endif

/* An operation that has succeeded needs no second event. */
void op_leave(struct frame *f) {
  if (f->mark && f->rc != MPI_SUCCESS)
    known_event(f, EVENT_OP);
  f->thread->event.flag = is_range(f->rc);
  if (f->thread->event.win && f->rc != MPI_SUCCESS)
    world_feed_leave(&f->thread->event, 0);
  f->thread->event.win = 0;
}

struct rma {
  struct pending_request pending; /* first */
  uint64_t id;
  int done;
};

static void tell(struct pending_request *p, struct frame *f, int kind) {
  struct event e;
  world_event(&e, f, kind);
  e.flag = kind == EVENT_REQUEST_DONE && request_in_doubt(p);
  e.u.request = ((struct rma *)p)->id;
  world_feed(&e);
}

static void rma_complete(struct pending_request *p, struct frame *f, const MPI_Status *status,
                         int ok) {
  (void)status;
  ((struct rma *)p)->done = 1;
  if (ok)
    value_request(f, ((struct rma *)p)->id);
  tell(p, f, EVENT_REQUEST_DONE);
}

static void rma_drop(struct pending_request *p, struct frame *f) {
  if (!((struct rma *)p)->done)
    tell(p, f, EVENT_REQUEST_FREE);
  free(p);
}

static void rma_cancel(struct pending_request *p, struct frame *f) {
  tell(p, f, EVENT_REQUEST_CANCEL);
}

static int follow(MPI_Request handle, uint64_t id) {
  struct rma *r = malloc(sizeof *r);
  if (!r)
    return 0;
  r->pending = (struct pending_request){
      .complete = rma_complete, .drop = rma_drop, .cancel = rma_cancel};
  r->id = id;
  r->done = 0;
  int followed = request_follow_shared(handle, &r->pending);
  if (!followed)
    free(r);
  return followed;
}

static void leave_request(struct frame *f, MPI_Request *request) {
  f->thread->event.flag = is_range(f->rc);
  if (f->thread->event.win) {
    struct event_op *o = &f->thread->event.u.op;
    if (f->rc != MPI_SUCCESS || !follow(*request, o->request))
      o->request = 0;
    world_feed_leave(&f->thread->event, f->rc == MPI_SUCCESS);
  }
  f->thread->event.win = 0;
}

#define LEAVE(Name)                                                                            \
  void op_leave_##Name(struct frame *f);                                                       \
  void op_leave_##Name(struct frame *f) {                                                      \
    struct args_##Name *a = f->args;                                                           \
    leave_request(f, a->request);                                                              \
  }
LEAVE(Rput)
LEAVE(Rget)
LEAVE(Raccumulate)
LEAVE(Rget_accumulate)
#if HAS_LARGE
LEAVE(Rput_c)
LEAVE(Rget_c)
LEAVE(Raccumulate_c)
LEAVE(Rget_accumulate_c)
#endif
