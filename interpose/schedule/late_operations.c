/* late_operations.c: MPI_Put, MPI_Get and MPI_Accumulate that are held back, and made by the
 * next call that completes operations: none has to have any effect before (section 11.7). They
 * are made in their order, and before any other operation that has to keep an order with them
 * (accumulates, section 11.7.2). Their datatypes may be freed meanwhile, so they are
 * duplicated.
 *
 * Only errors that end the program look the same when they come later, so nothing is held back
 * of windows that have another error handler; nor where several threads call MPI, because what
 * one holds another might complete. */
#include "interpose/base/mpi_call.h"
#include "interpose/base/world.h"
#include "schedule.h"

#define INSTEAD(NAME, Call) fn_##Call instead_##Call;
#include "choices.def"

enum { MOST = 4096 };

struct late {
  unsigned call;
  union {
    struct args_Put put;
    struct args_Get get;
    struct args_Accumulate accumulate;
  } args;
  MPI_Datatype *type[2]; /* in `args`: those to be freed, or NULL */
};

static struct late held[MOST];
static int count;

static int is_fatal(MPI_Win win) {
  MPI_Errhandler handler;
  if (win == MPI_WIN_NULL || REAL(Win_get_errhandler)(win, &handler))
    return 0;
  int fatal = handler == MPI_ERRORS_ARE_FATAL;
  REAL(Errhandler_free)(&handler);
  return fatal;
}

static int is_held(int target, MPI_Win win) {
  uint64_t hash;
  return schedule_takes(CHOICE_LATE, &hash) && !world.concurrent && target >= 0 &&
         is_fatal(win);
}

/* MPI_Type_dup would call copy functions of the program's attributes. */
static MPI_Datatype *keep(MPI_Datatype *type) {
  int integers, addresses, types, combiner;
  MPI_Datatype copy;
  if (*type == MPI_DATATYPE_NULL ||
      REAL(Type_get_envelope)(*type, &integers, &addresses, &types, &combiner) ||
      combiner == MPI_COMBINER_NAMED || REAL(Type_contiguous)(1, *type, &copy) ||
      REAL(Type_commit)(&copy))
    return NULL;
  *type = copy;
  return type;
}

static struct late *hold(unsigned call) {
  if (count == MOST)
    late_make_all();
  struct late *h = &held[count++];
  h->call = call;
  return h;
}

static void make(const struct late *h) {
  const struct args_Put *p = &h->args.put;
  const struct args_Get *g = &h->args.get;
  const struct args_Accumulate *a = &h->args.accumulate;
  if (h->call == CALL_Put)
    REAL(Put)
  (p->origin_addr, p->origin_count, p->origin_datatype, p->target_rank, p->target_disp,
   p->target_count, p->target_datatype, p->win);
  else if (h->call == CALL_Get)
      REAL(Get)(g->origin_addr, g->origin_count, g->origin_datatype, g->target_rank,
                g->target_disp, g->target_count, g->target_datatype, g->win);
  else REAL(Accumulate)(a->origin_addr, a->origin_count, a->origin_datatype, a->target_rank,
                        a->target_disp, a->target_count, a->target_datatype, a->op, a->win);
}

void late_make_all(void) {
  int n = count;
  count = 0; /* an error handler may call MPI */
  for (int i = 0; i < n; i++) {
    make(&held[i]);
    for (int k = 0; k < 2; k++)
      if (held[i].type[k])
        REAL(Type_free)(held[i].type[k]);
  }
}

int instead_Put(const void *origin, int n, MPI_Datatype type, int target, MPI_Aint disp,
                int target_n, MPI_Datatype target_type, MPI_Win win) {
  if (!is_held(target, win))
    return REAL(Put)(origin, n, type, target, disp, target_n, target_type, win);
  struct late *h = hold(CALL_Put);
  h->args.put = (struct args_Put){origin, n, type, target, disp, target_n, target_type, win};
  h->type[0] = keep(&h->args.put.origin_datatype);
  h->type[1] = keep(&h->args.put.target_datatype);
  return MPI_SUCCESS;
}

int instead_Get(void *origin, int n, MPI_Datatype type, int target, MPI_Aint disp, int target_n,
                MPI_Datatype target_type, MPI_Win win) {
  if (!is_held(target, win))
    return REAL(Get)(origin, n, type, target, disp, target_n, target_type, win);
  struct late *h = hold(CALL_Get);
  h->args.get = (struct args_Get){origin, n, type, target, disp, target_n, target_type, win};
  h->type[0] = keep(&h->args.get.origin_datatype);
  h->type[1] = keep(&h->args.get.target_datatype);
  return MPI_SUCCESS;
}

int instead_Accumulate(const void *origin, int n, MPI_Datatype type, int target, MPI_Aint disp,
                       int target_n, MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
  if (!is_held(target, win)) {
    late_make_all();
    return REAL(Accumulate)(origin, n, type, target, disp, target_n, target_type, op, win);
  }
  struct late *h = hold(CALL_Accumulate);
  h->args.accumulate =
      (struct args_Accumulate){origin, n, type, target, disp, target_n, target_type, op, win};
  h->type[0] = keep(&h->args.accumulate.origin_datatype);
  h->type[1] = keep(&h->args.accumulate.target_datatype);
  return MPI_SUCCESS;
}
