/* agreed_calls.c: notes the collective calls of agreed_calls.def for agreement.h. */
#include <string.h>
#include "coll.h"
#include "include/event.h"
#include "interpose/agreement/agreement.h"
#include "interpose/base/args.h"
#include "interpose/base/world.h"
#include "interpose/files/file.h"
#include "interpose/handles/object.h"
#include "interpose/handles/rendezvous_steps.h"
#include "interpose/stack/stack.h"
#include "interpose/thread_calls/turn.h"
#include "win_part.h"

/* The call under way in this thread, NULL: it was not noted. */
static __thread struct agreed *now;
static __thread int compared;     /* whether libraries compare its arguments, as ours do */
static __thread uint64_t file_id; /* of the file that it opens; 0: none */
static __thread struct {          /* rendezvous_steps.h */
  uint64_t id, steps;             /* id 0: none */
  int64_t number;
} meeting;

#define NO_ROOT ROOT_NONE
#define NOTHING 0
#define ALIKE(x, y) promise_mix(promise_mix(PROMISE_SEED, (int64_t)(x)), (int64_t)(y))

/* The extent of the elementary datatype and the representation (section 13.3). */
static uint64_t view_alike(MPI_Datatype etype, const char *datarep) {
  MPI_Aint lowest = 0, extent = 0;
  uint64_t h = PROMISE_SEED;
  if (etype == MPI_DATATYPE_NULL || object_over(OBJECT_TYPE, &etype, NULL) || !datarep ||
      REAL(Type_get_extent)(etype, &lowest, &extent) != MPI_SUCCESS)
    return NOTHING;
  for (; *datarep; datarep++)
    h = promise_mix(h, *datarep);
  return promise_mix(h, extent);
}

/* Calls on communicators and windows may wait for all processes. The communicator's calls for
 * communication have numbers of their own. */
static void meet(const struct agreed *of) {
  meeting.id = promise_mix(of->id, OBJECT_COMM);
  meeting.number = (int64_t)of->calls;
  meeting.steps = rendezvous_steps();
}

static void note(struct frame *f, struct agreed *of, int on, int root, uint64_t alike) {
  struct promise p;
  turn_collective(f, of->id);
  memset(&p, 0, sizeof p);
  p.call = (uint16_t)f->call;
  p.on = (int16_t)on;
  p.root = root;
  p.side = -1;
  p.reduce = -1;
  p.bytes = -1;
  p.arguments = alike;
  p.thread = f->thread->number;
  p.stack = stack_capture(f->thread);
  now = of;
  compared = alike != NOTHING;
  unsigned kind = agreement_kind(&p, of, NULL);
  if (world.concurrent)
    agreement_note_shared(of, kind);
  else
    agreement_note(of, kind);
}

/* Only MPI_Comm_free, MPI_Comm_disconnect and MPI_Comm_set_info take inter-communicators. */
static void on_comm(struct frame *f, MPI_Comm handle, int root, uint64_t alike) {
  struct comm *c = handle == MPI_COMM_NULL ? NULL : comm_find(handle);
  now = NULL;
  file_id = meeting.id = 0;
  if (!c || !c->id || c->foreign || (!c->inter && c->size < 2))
    return;
  /* The processes that open a file together count it alike also where one has left out another
   * collective call. */
  if (f->call == CALL_File_open)
    file_id = promise_mix(promise_mix(c->id, (int64_t)c->files++), f->call);
  if (!c->inter)
    meet(&c->agreed);
  note(f, &c->agreed, OBJECT_COMM, root, alike);
}

static void on_win(struct frame *f, MPI_Win handle, int root, uint64_t alike) {
  struct win_entry *e = handle == MPI_WIN_NULL ? NULL : win_entry(handle);
  now = NULL;
  meeting.id = 0;
  if (!e || e->win.count < 2 || e->foreign)
    return;
  e->agreed.id = e->win.id;
  e->agreed.size = e->win.count;
  meet(&e->agreed);
  note(f, &e->agreed, OBJECT_WIN, root, alike);
}

static void on_file(struct frame *f, MPI_File handle, int root, uint64_t alike) {
  struct file *file = handle == MPI_FILE_NULL ? NULL : file_find(handle);
  now = NULL;
  meeting.id = 0;
  if (!file)
    return;
  file->closes = f->call == CALL_File_close;
  note(f, &file->agreed, OBJECT_FILE, root, alike);
}

#define ENTER(way, Name, handle, root, alike)                                                  \
  void agreed_enter_##Name(struct frame *f);                                                   \
  void agreed_enter_##Name(struct frame *f) {                                                  \
    const struct args_##Name *a = f->args;                                                     \
    way(f, handle, root, alike);                                                               \
  }
#define ON_COMM(...) ENTER(on_comm, __VA_ARGS__)
#define ON_WIN(...) ENTER(on_win, __VA_ARGS__)
#define ON_FILE(...) ENTER(on_file, __VA_ARGS__)
#include "agreed_calls.def"

void agreed_leave(struct frame *f);
void agreed_leave(struct frame *f) {
  if (f->rc != MPI_SUCCESS) {
    if (now) /* a library that finds out that arguments differ refuses them as wrong */
      agreement_failed(now, !compared && coll_refused(f->rc));
  } else if (f->call == CALL_File_open && now && file_id) {
    const struct args_File_open *a = f->args;
    struct comm *c = comm_find(a->comm);
    if (c)
      file_opened(*a->fh, file_id, c, a->amode);
  } else if (f->call == CALL_File_close && now) {
    file_closed(now);
  }
  if (now && meeting.id && f->rc == MPI_SUCCESS)
    rendezvous_collective(f, meeting.id, meeting.number, meeting.steps);
  now = NULL;
}
