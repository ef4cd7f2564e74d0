#define _GNU_SOURCE
#include "interpose/calls/win.h"
#include "world.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>
#include "report/journal/options.h"
#include "interpose/calls/receive_ack.h"
#include "interpose/calls/comm.h"
#include "interpose/tracers/compiled/compiled.h"
#include "interpose/stream/edge.h"
#include "finish.h"
#include "interpose/data/freeing.h"
#include "interpose/greq/grequest.h"
#include "interpose/tracers/watch/guards.h"
#include "interpose/data/latent.h"
#include "level.h"
#include "interpose/entry/lock.h"
#include "interpose/tracers/pages/pages.h"
#include "raise.h"
#include "interpose/calls/error_result.h"
#include "interpose/tracers/watch/snapshot.h"
#include "interpose/stack/stack.h"
#include "start.h"
#include "interpose/stream/stream.h"
#include "interpose/entry/thread_level.h"
#include "interpose/stack/imports.h"
#include "trace.h"
#include "watchdog.h"

struct world world;
_Atomic int world_state = WORLD_BEFORE;

static struct lock lock = LOCK_INITIALIZER;
static pid_t pid;
static uint64_t events;

void world_lock(void) {
  lock_take(&lock);
}

void world_unlock(void) {
  lock_leave(&lock);
}

void world_off(const char *why, int error) {
  int state = atomic_exchange(&world_state, WORLD_OFF);
  if (state == WORLD_OFF)
    return;
  compiled_stop();
  fprintf(stderr, "fencepost: rank %d is not checked any more: %s%s%s\n", world.rank, why,
          error ? ": " : "", error ? strerror(error) : "");
  if (world.journal)
    journal_write(world.journal, json_pack("{s:s, s:s}", "record", "stopped", "text", why));
  if (state == WORLD_ON && !world.alone)
    stream_close();
}

void world_end(void) {
  compiled_stop();
  world_state = WORLD_OFF;
}

/* With sessions alone there is no MPI_COMM_WORLD to ask. */
void quiet_enter(struct quiet *q) {
  if (world.alone)
    return;
  REAL(Comm_get_errhandler)(MPI_COMM_WORLD, &q->world);
  REAL(Comm_set_errhandler)(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

void quiet_leave(struct quiet *q) {
  if (world.alone)
    return;
  REAL(Comm_set_errhandler)(MPI_COMM_WORLD, q->world);
  if (q->world != MPI_ERRORS_ARE_FATAL && q->world != MPI_ERRORS_RETURN)
    REAL(Errhandler_free)(&q->world);
}

/* What the checker says. */

static void on_finding(void *unused, const struct finding *f) {
  (void)unused;
  for (int i = 0; i < f->locations; i++)
    if (f->location[i].site.rank == world.rank)
      stack_define(f->location[i].site.stack);
  result_found(f);
  if (raise_on)
    raise_note(f);
  if (journal_finding(world.journal, f) < 0)
    world_off("cannot write the journal", errno);
}

static int awaited(const struct event *e) {
  return e->kind == EVENT_RELEASE || e->kind == EVENT_POST ||
         (e->kind == EVENT_DONE && e->u.done.how == DONE_EPOCH);
}

static void on_send(void *unused, int rank, const struct event *e) {
  (void)unused;
  stack_define(e->stack);
  stream_post(rank, e, awaited(e));
}

/* What comes after it in the union costs as much to clear as all the rest. */
static size_t event_size(int kind) {
  size_t u = offsetof(struct event, u);
  switch (kind) {
  case EVENT_OP:
    return u + sizeof(struct event_op);
  case EVENT_ACCESS:
    return u + sizeof(struct event_access);
  case EVENT_WIN_CREATE:
  case EVENT_WIN_INFO:
    return u + sizeof(struct event_window);
  case EVENT_GREQ:
    return u + sizeof(struct event_greq);
  case EVENT_MISUSE:
    return u + sizeof(struct event_misuse);
  default:
    return u + sizeof(struct event_edge);
  }
}

void world_event_plain(struct event *e, const struct frame *f, int kind) {
  memset(e, 0, event_size(kind));
  e->kind = (uint8_t)kind;
  e->call = (uint16_t)f->call;
  e->rank = world.rank;
  e->thread = f->thread->number;
  e->target = -1;
}

uint64_t world_when(void) {
  struct timespec t;
  if (!world.one_clock || clock_gettime(CLOCK_MONOTONIC, &t))
    return 0;
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void world_event(struct event *e, const struct frame *f, int kind) {
  world_event_plain(e, f, kind);
  e->stack = stack_capture(f->thread);
}

/* With the lock, which is let go meanwhile: pulls what other ranks must have sent before this
 * can be judged. 0: it will never come. */
static int await(const struct event *e) {
  for (;;) {
    uint64_t ticket = stream_ticket();
    int32_t rank = check_lacks(world.check, e);
    if (rank < 0)
      return 1;
    world_unlock();
    int came = stream_pull(rank, ticket);
    world_lock();
    if (!came)
      return 0;
  }
}

/* The process meets many others, who take what it sends. */
static int collective(const struct event *e) {
  return e->rank == world.rank && (e->kind == EVENT_FENCE || e->kind == EVENT_ALL ||
                                   e->kind == EVENT_WIN_CREATE || e->kind == EVENT_WIN_FREE);
}

/* With the lock: what the program did before the event that is about to be fed. */
static void feed_one(struct event *e) {
  e->rank = world.rank;
  e->target = -1;
  e->seq = ++events;
  trace_event(e);
  check_feed(world.check, e);
}

void world_tell_latent(uint64_t request) {
  world_lock();
  latent_tell(request, feed_one);
  world_unlock();
}

/* Takes the lock over. */
static void give(struct event *e) {
  latent_before(e, feed_one);
  if (e->rank == world.rank)
    e->seq = ++events;
  trace_event(e);
  check_feed(world.check, e);
  int failed = check_failed(world.check);
  freed_note_uses();
  world_unlock();
  if (failed)
    world_off("out of memory", 0);
}

/* With what it has to say to other ranks sent on its way. */
static void feed(struct event *e) {
  world_lock();
  if (e->rank == world.rank && (e->phase == EVENT_LEAVE || e->kind == EVENT_ACQUIRE) &&
      !world.alone && !await(e)) {
    world_unlock();
    world_off("another rank is not checked any more", 0);
    return;
  }
  if (e->rank == world.rank)
    compiled_feed(feed_one, e, events);
  give(e);
  if (world.alone)
    return;
  stream_flush(collective(e));
  if (win_count && collective(e)) /* what came is judged now: the program may not get further */
    stream_drain();
}

void world_feed_quietly(struct event *e) {
  e->phase = EVENT_ENTER;
  world_lock();
  if (e->kind == EVENT_FREED) /* what was stored there before was a buffer, later it is not */
    compiled_feed(feed_one, e, events);
  give(e);
}

void world_feed(struct event *e) {
  e->phase = EVENT_ENTER;
  int snapshots = snapshots_on;
  if (snapshots)
    snapshot_before(e);
  feed(e);
  if (snapshots)
    snapshot_after(e);
}

void world_precision(const char *text, uint64_t count) {
  if (count)
    journal_write(world.journal, json_pack("{s:s, s:s, s:I}", "record", "precision", "text",
                                           text, "count", (json_int_t)count));
}

void world_argument(const struct frame *f, uint64_t win, int what, int64_t value) {
  struct event e;
  world_event(&e, f, EVENT_ARGUMENT);
  e.win = win;
  e.u.argument = (struct event_argument){(uint8_t)what, value};
  world_feed(&e);
}

void world_feed_leave(struct event *e, int ok) {
  e->phase = EVENT_LEAVE;
  e->ok = (uint8_t)ok;
  feed(e);
}

void world_feed_remote(struct event *e) {
  if (e->rank == world.rank || world_state != WORLD_ON)
    return;
  back_arrive(e);
  edge_arrive(e);
  feed(e);
}

/* Beginning. */

struct start {
  uint64_t id;
  int bare;
  char dir[PATH_MAX];
};

static void complain(const char *message) {
  if (!world.rank)
    fprintf(stderr, "fencepost: %s\n", message);
}

static void choose_dir(struct start *s, const struct options *o) {
  const char *given = getenv("FENCEPOST_DIR");
  s->bare = !given || !*given;
  if (!s->bare) {
    snprintf(s->dir, sizeof s->dir, "%s", given);
    return;
  }
  const char *output = o->text[OPTION_OUTPUT], *slash = strrchr(output, '/');
  char cwd[PATH_MAX / 2] = ".";
  if (*output != '/' && !getcwd(cwd, sizeof cwd))
    strcpy(cwd, ".");
  if (*o->text[OPTION_JOURNALS])
    snprintf(s->dir, sizeof s->dir, "%s", o->text[OPTION_JOURNALS]);
  else
    snprintf(s->dir, sizeof s->dir, "%s%s%.*s/fencepost-journals-%016llx",
             *output == '/' ? "" : cwd, slash && *output != '/' ? "/" : "",
             slash ? (int)(slash - output) : 0, output, (unsigned long long)s->id);
}

/* The words of --memory-model. */
static enum model memory_model(int word) {
  static const enum model models[] = {0, MODEL_SEPARATE, MODEL_UNIFIED};
  return models[word];
}

static int open_files(const char *dir, const struct options *o) {
  static const struct check_output out = {NULL,           on_finding,       on_send,
                                          compiled_watch, compiled_unwatch, compiled_touched};
  snprintf(world.name, sizeof world.name, "%016llx", (unsigned long long)world.id);
  world.check = check_new(world.rank, world.size, world.concurrent, &out);
  world.journal = journal_open(dir, world.name, world.rank);
  if (!world.check || !world.journal) {
    fprintf(stderr, "fencepost: rank %d cannot write its journal in %s: %s\n", world.rank, dir,
            strerror(errno));
    return 0;
  }
  check_limit(world.check, options_size(o, OPTION_MAX_MEMORY));
  check_model(world.check, memory_model(options_word(o, OPTION_MEMORY_MODEL)));
  const char *record = o->text[OPTION_RECORD];
  if (*record && trace_open(record, world.name, world.rank))
    fprintf(stderr, "fencepost: rank %d cannot record in %s: %s\n", world.rank, record,
            strerror(errno));
  if (start_record(o))
    return 0;
  compiled_begin(o);
  raise_begin(o);
  thread_level_begin();
  return 1;
}

static void world_exit(int code, void *unused) {
  (void)unused;
  if (world_state != WORLD_ON || getpid() != pid)
    return;
  world_state = WORLD_OFF;
  journal_counts(world.journal);
  journal_gaps(world.journal, check_gaps(world.check));
  compiled_end();
  journal_write(world.journal, json_pack("{s:s, s:i}", "record", "exit", "code", code));
  trace_close();
  finish_hint("exit was called before MPI_Finalize");
}

static void forked_child(void) {
  thread_forked();
  compiled_stop();
  world_state = WORLD_OFF;
}

/* Ranks may differ. What some of them cannot see, none is to see: the two sides of a conflict
 * are compared where the memory is. */
static void agree_on_program(const struct options *o) {
  int threads = 0;
  REAL(Query_thread)(&threads);
  enum level own = level_choose(o);
  int mine[] = {threads == MPI_THREAD_MULTIPLE, symbol_synchronous(), own != LEVEL_COMPILED,
                symbol_ready(), own != LEVEL_PAGES},
      all[] = {mine[0], mine[1], mine[2], mine[3], mine[4]};
  if (!world.alone)
    REAL(Allreduce)(mine, all, 5, MPI_INT, MPI_MAX, world.comm);
  world.concurrent = all[0];
  world.synchronous = all[1];
  world.compiled = !all[2];
  world.pages = !all[4];
  world.ready = all[3] && !world.alone;
  level_warn(o);
}

/* Whether the ranks read one clock: those of one host do. */
static int one_host(void) {
  char host[256] = "";
  uint64_t mine[2] = {14695981039346656037u, 0}, least[2];
  gethostname(host, sizeof host - 1);
  for (const char *p = host; *p; p++)
    mine[0] = (mine[0] ^ (unsigned char)*p) * 1099511628211u;
  mine[1] = ~mine[0];
  REAL(Allreduce)(mine, least, 2, MPI_UINT64_T, MPI_MIN, world.comm);
  return least[0] == ~least[1];
}

/* All ranks check or none: the ranks wait for each other in MPI_Finalize. */
static void begin(const struct start *s, const struct options *o) {
  world.id = s->id;
  world.bare = s->bare;
  pid = getpid();
  agree_on_program(o);
  int ok = open_files(s->dir, o), all = ok;
  if (!world.alone)
    REAL(Allreduce)(&ok, &all, 1, MPI_INT, MPI_MIN, world.comm);
  if (!all) {
    world_off("a rank has no journal", 0);
    return;
  }
  if (!world.alone) {
    world.one_clock = one_host();
    finish_prepare();
    comm_begin();
  }
  pthread_atfork(NULL, NULL, forked_child);
  on_exit(world_exit, NULL);
  watch_start(s->dir, options_seconds(o, OPTION_HANG_TIMEOUT));
  stuck_prepare();
  guards_after_init();
  world_state = WORLD_ON;
}

void world_enter_init(struct frame *f) {
  if (f->call == CALL_Init || f->call == CALL_Init_thread)
    stuck_before();
  pages_before_init();
}

void world_leave_init(struct frame *f) {
  pages_after_init();
  struct options o;
  struct start s;
  MPI_Comm parent = MPI_COMM_NULL;
  if (f->rc != MPI_SUCCESS || world.check)
    return;
  memset(&s, 0, sizeof s);
  REAL(Comm_rank)(MPI_COMM_WORLD, &world.rank);
  REAL(Comm_size)(MPI_COMM_WORLD, &world.size);
  options_default(&o);
  options_environment(&o, complain);
  if (REAL(Comm_dup)(MPI_COMM_WORLD, &world.comm)) {
    world_off("cannot make a communicator", 0);
    return;
  }
  REAL(Comm_set_errhandler)(world.comm, MPI_ERRORS_RETURN);
  REAL(Comm_get_parent)(&parent);
  world.spawned = parent != MPI_COMM_NULL;
  if (!world.rank) {
    if (getrandom(&s.id, sizeof s.id, 0) != sizeof s.id)
      s.id = (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid();
    choose_dir(&s, &o);
  }
  REAL(Bcast)(&s, sizeof s, MPI_BYTE, 0, world.comm);
  begin(&s, &o);
}

/* MPI-4 sessions without MPI_Init: each rank is checked by itself. */
void world_leave_session_init(struct frame *f) {
  static const char *const ranks[] = {"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK"};
  static const char *const sizes[] = {"PMI_SIZE", "OMPI_COMM_WORLD_SIZE"};
  struct options o;
  struct start s;
  pages_after_init();
  if (f->rc != MPI_SUCCESS)
    return;
  finish_sessions(1);
  if (world.check)
    return;
  memset(&s, 0, sizeof s);
  options_default(&o);
  options_environment(&o, complain);
  choose_dir(&s, &o);
  if (s.bare) {
    world_off("sessions need `fencepost run`", 0);
    return;
  }
  for (size_t i = 0; i < sizeof ranks / sizeof *ranks && !world.rank; i++)
    world.rank = getenv(ranks[i]) ? atoi(getenv(ranks[i])) : 0;
  world.size = 1;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes && world.size == 1; i++)
    world.size = getenv(sizes[i]) ? atoi(getenv(sizes[i])) : 1;
  world.alone = 1;
  for (const char *p = s.dir; *p; p++)
    s.id = s.id * 1099511628211u + (unsigned char)*p;
  begin(&s, &o);
  if (world_state == WORLD_ON)
    journal_write(world.journal,
                  json_pack("{s:s, s:s}", "record", "precision", "text",
                            "MPI sessions without MPI_Init: ranks are checked one by one, what "
                            "involves two ranks is not"));
}
