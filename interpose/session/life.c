/* life.c: how the checking of this process begins and ends.
 *
 * It starts after MPI_Init and ends in MPI_Finalize, in the deletion of an attribute of
 * MPI_COMM_SELF, after the program's own such callbacks (section 8.7.1 of the standard). All
 * ranks check or none. */
#define _GNU_SOURCE
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
#include "interpose/base/call_watch.h"
#include "interpose/calls/receive_ack.h"
#include "interpose/handles/rendezvous_kept.h"
#include "interpose/handles/asked_requests.h"
#include "interpose/handles/comm.h"
#include "interpose/handles/request.h"
#include "interpose/schedule/schedule.h"
#include "interpose/tracers/tracers.h"
#include "interpose/calls/win.h"
#include "interpose/stream/dormant.h"
#include "interpose/stream/ring.h"
#include "interpose/stream/edge.h"
#include "interpose/stream/feed.h"
#include "early_end.h"
#include "finish.h"
#include "life.h"
#include "interpose/data/buffer.h"
#include "interpose/order/thread_order.h"
#include "interpose/data/freeing.h"
#include "interpose/data/in_use.h"
#include "interpose/data/stack_buffers.h"
#include "interpose/greq/grequest.h"
#include "interpose/data/unmet_accesses.h"
#include "report/journal/launched.h"
#include "joining.h"
#include "level.h"
#include "misplaced.h"
#include "pulse.h"
#include "interpose/base/lock.h"
#include "interpose/calls/raise.h"
#include "interpose/calls/error_result.h"
#include "interpose/stack/stack.h"
#include "interpose/stack/unwind.h"
#include "interpose/base/aside.h"
#include "report/journal/text.h"
#include "spawn_offer.h"
#include "start.h"
#include "together.h"
#include "unseen_order.h"
#include "interpose/stream/stream.h"
#include "interpose/thread_calls/thread_level.h"
#include "interpose/stack/imports.h"
#include "interpose/base/trace.h"
#include "beside.h"
#include "courier_start.h"
#include "crash.h"
#include "door.h"
#include "watchdog.h"
#include "window_history.h"
#include "interpose/agreement/agreement.h"
#include "interpose/agreement/letters.h"
#include "interpose/files/file_log.h"

static pid_t pid;

/* Findings of the checker are printed and written here. */

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
  dormant_tell(rank);
  stream_post(rank, e, awaited(e));
}

/* What other units do when events are fed, and when checking stops. */

static void arrive(struct event *e) {
  dormant_arrive(e);
  back_arrive(e);
  edge_arrive(e);
}

static void drain(void) {
  if (win_count)
    stream_drain();
}

/* What a thread has learned matters at once where its accesses to buffers are seen that it may
 * not know to be no longer in use. */
static void fed(void) {
  in_use_note();
  tracers_fed();
  order_awaited =
      order_several && world.level == LEVEL_COMPILED && check_past_buffers(world.check);
}

static void parts_give(void) {
  feed_parts(&(struct feed_parts){tracers_feed, unmet_before, unmet_tell, tracers_ignore,
                                  tracers_accessed, fed, arrive, stream_ticket, stream_pull,
                                  stream_flush, drain, &tracer_events, tracers_before,
                                  tracers_after});
  world_parts(&(struct world_parts){tracers_stop, stream_close});
}

/* Threads. */

/* A dormant process wakes at its next MPI call; until then it sends no messages. */
static void several(void (*feed)(struct event *e)) {
  if (dormant && world.concurrent)
    order_untold_begin();
  unmet_stop(feed);
  freed_listen(); /* what blocking calls have used matters until all threads know that it is
                     over */
}

static int stack_from(const void *caller, void **pc, int most) {
  void *all[48];
  struct aside a = aside_begin();
  int n = unwind_from((uintptr_t)caller, all, 48), skip = 0;
  aside_end(a);
  while (skip < n && all[skip] != caller)
    skip++;
  n = n - skip < most ? n - skip : most;
  memcpy(pc, all + skip, (size_t)n * sizeof *pc);
  return n;
}

/* pthread_self is the thread itself here: it is about to do its first event. */
static void thread_made(int thread, const struct order_birth *b) {
  static const char *const makers[] = {"pthread_create", "thrd_create", "OpenMP"};
  char name[32] = "";
  uint32_t stack = b->depth ? stack_given(b->pc, b->depth) : 0;
  if (thread_current && thread_current->number == thread)
    pthread_getname_np(pthread_self(), name, sizeof name);
  if (!strcmp(name, program_invocation_short_name))
    *name = 0;
  stack_define(stack);
  json_t *record =
      json_pack("{s:s, s:i, s:s, s:o, s:I}", "record", "thread", "thread", thread, "maker",
                makers[b->maker], "name", text_json(name), "stack", (json_int_t)stack);
  if (b->openmp >= 0)
    json_object_set_new(record, "openmp", json_integer(b->openmp));
  world_note(record);
}

/* At level compiled all of a thread's loads and stores may be checked, at level pages those in
 * windows (see also win_leave_create); else what it does in MPI calls. */
static int expected(void) {
  return world.level == LEVEL_COMPILED || thread_level_given >= MPI_THREAD_SERIALIZED ||
         (world.level == LEVEL_PAGES && win_count);
}

static const char *unseen(void) {
  return unseen_order(world.level == LEVEL_COMPILED);
}

/* Beginning. */

struct start_record {
  uint64_t id;
  int bare;
  char dir[PATH_MAX];
};

static void complain(const char *message) {
  if (!world.rank)
    fprintf(stderr, "fencepost: %s\n", message);
}

static void choose_dir(struct start_record *s, const struct options *o) {
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

/* In the order of the words of --memory-model. */
static enum model memory_model(int word) {
  static const enum model models[] = {0, MODEL_SEPARATE, MODEL_UNIFIED};
  return models[word];
}

static int open_files(const char *dir, const struct options *o) {
  static const struct check_output out = {.finding = on_finding,
                                          .send = on_send,
                                          .watch = tracers_watch,
                                          .unwatch = tracers_unwatch,
                                          .touched = tracers_touched,
                                          .history = window_history};
  snprintf(world.name, sizeof world.name, "%016llx", (unsigned long long)world.id);
  world.check = check_new(world.rank, world.size, world.concurrent, &out);
  world.journal = journal_open(dir, world.name, world.rank);
  if (!world.check || !world.journal) {
    fprintf(stderr, "fencepost: rank %d cannot write its journal in %s: %s\n", world.rank, dir,
            strerror(errno));
    return 0;
  }
  check_limit(world.check, options_size(o, OPTION_MAX_MEMORY));
  window_history_begin(o);
  check_model(world.check, memory_model(options_word(o, OPTION_MEMORY_MODEL)));
  const char *record = o->text[OPTION_RECORD];
  if (*record && trace_open(record, world.name, world.rank))
    fprintf(stderr, "fencepost: rank %d cannot record in %s: %s\n", world.rank, record,
            strerror(errno));
  if (start_record(o))
    return 0;
  tracers_begin(world.level, o);
  raise_begin(o);
  thread_level_begin();
  return 1;
}

static void forked_child(void) {
  door_end();
  thread_forked();
  tracers_stop();
  world_state = WORLD_OFF;
}

static void warn_of_races(const struct options *o) {
  if (options_flag(o, OPTION_MESSAGE_RACES) && !world.races && !world.alone)
    world_note(json_pack("{s:s, s:s}", "record", "precision", "text",
                         "--message-races: not possible with MPI_THREAD_MULTIPLE"));
}

/* Before our handlers of signals are there. The directory need not exist yet. */
static void watch_from_outside(const char *dir, const struct options *o) {
  static char name[] = "fencepost", verb[] = "watch", number[16], folder[PATH_MAX];
  char *words[] = {name, verb, folder, number, NULL};
  snprintf(number, sizeof number, "%d", (int)pid);
  snprintf(folder, sizeof folder, "%s", dir);
  if (options_seconds(o, OPTION_HANG_TIMEOUT) > 0)
    beside_run(words, 0);
}

/* Either all ranks check or none, because the ranks wait for each other in MPI_Finalize. */
static void begin(struct start_record *s, const struct options *o, int joins) {
  world.id = s->id;
  world.bare = s->bare;
  pid = getpid();
  parts_give();
  together_agree(o, level_choose(o));
  level_warn(o);
  if (!world.alone)
    world.one_clock = together_one_host();
  if (world.bare && !world.rank && world.one_clock)
    watch_from_outside(s->dir, o);
  if (!world.bare)
    courier_begin(s->dir, sizeof s->dir);
  crash_begin();
  int ok = open_files(s->dir, o), all = ok;
  if (!world.alone)
    REAL(Allreduce)(&ok, &all, 1, MPI_INT, MPI_MIN, world.comm);
  if (!all) {
    world_off("a rank has no journal", 0);
    return;
  }
  if (!world.alone) {
    finish_prepare();
    comm_begin();
    requests_begin();
  }
  if (!world.alone && !joins) {
    dormant_begin(!*o->text[OPTION_RECORD] && !world.races);
    ring_begin();
  }
  if (journal_is_kept(world.journal))
    door_begin();
  pthread_atfork(NULL, NULL, forked_child);
  early_end_begin();
  schedule_begin(options_number(o, OPTION_SCHEDULE_SEED), options_flag(o, OPTION_REDUCTIONS));
  if (!world.bare && strcmp(o->text[OPTION_PROGRESS], "off") != 0)
    pulse_begin(s->dir);
  watch_start(s->dir, options_seconds(o, OPTION_HANG_TIMEOUT));
  stuck_prepare();
  tracers_started();
  order_begin();
  world_state = WORLD_ON;
  warn_of_races(o);
  start_apart(o);
  misplaced_began();
}

static uint64_t entered; /* MPI_Init */

void world_enter_init(struct frame *f) {
  int initialises = f->call == CALL_Init || f->call == CALL_Init_thread;
  if (initialises && world.check && !world.sessions)
    misplaced_again(f);
  else if (!world.check)
    stuck_before();
  entered = offer_clock();
  tracers_before_init();
}

/* A process that does not begin with the others. */
static void begin_alone(void) {
  struct options o;
  struct start_record s;
  memset(&s, 0, sizeof s);
  options_default(&o);
  options_environment(&o, complain);
  choose_dir(&s, &o);
  if (s.bare) {
    world_off("sessions need `fencepost run`", 0);
    return;
  }
  world.sessions = world.alone = 1;
  for (const char *p = s.dir; *p; p++)
    s.id = s.id * 1099511628211u + (unsigned char)*p;
  begin(&s, &o, 0);
}

static void begin_together(void) {
  struct options o;
  struct start_record s;
  MPI_Comm parent = MPI_COMM_NULL;
  memset(&s, 0, sizeof s);
  options_default(&o);
  options_environment(&o, complain);
  REAL(Comm_get_parent)(&parent);
  world.spawned = parent != MPI_COMM_NULL;
  if (!world.rank) {
    if (getrandom(&s.id, sizeof s.id, 0) != sizeof s.id)
      s.id = (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid();
    choose_dir(&s, &o);
  }
  REAL(Bcast)(&s, sizeof s, MPI_BYTE, 0, world.comm);
  int joins = world.spawned && !s.bare && joining_answer(&o, parent, entered, &s.id);
  world.spawned &= !joins;
  begin(&s, &o, joins);
  if (joins)
    joining_begun();
}

/* `own` has the processes of MPI_COMM_WORLD. Some may have begun with a session. */
static void begin_in(MPI_Comm own) {
  int alone = together_some_alone(own);
  if (!world.check) {
    REAL(Comm_rank)(own, &world.rank);
    REAL(Comm_size)(own, &world.size);
    if (!alone)
      world_comm_is(own, world.size, world.size);
    if (!alone)
      begin_together();
    else
      begin_alone();
  }
  if (alone) {
    together_found(own);
    REAL(Comm_free)(&own);
  }
}

void world_leave_init(struct frame *f) {
  MPI_Comm own;
  tracers_after_init();
  if (f->rc == MPI_SUCCESS)
    watch_before &= ~WATCH_MISPLACED;
  if (!world.check)
    early_end_initialised((unsigned)f->call, stack_capture(f->thread));
  if (f->rc != MPI_SUCCESS || (world.check && !world.sessions))
    return;
  if (!world.check || world.alone) {
    if (REAL(Comm_dup)(MPI_COMM_WORLD, &own)) {
      world_off("cannot make a communicator", 0);
      return;
    }
    REAL(Comm_set_errhandler)(own, MPI_ERRORS_RETURN);
    asked_requests_try(own);
    begin_in(own);
  }
  if (!world.sessions)
    return;
  finish_sessions(1);
  if (world_state == WORLD_ON)
    comm_initialised();
}

/* Returns the place of this process among those that were started together, which it has
 * before there is a communicator. */
static void place_in(MPI_Session session) {
  MPI_Group all;
  launched_as(&world.rank, &world.size);
  if (REAL(Group_from_session_pset)(session, "mpi://WORLD", &all) != MPI_SUCCESS)
    return;
  REAL(Group_rank)(all, &world.rank);
  REAL(Group_size)(all, &world.size);
  REAL(Group_free)(&all);
}

/* MPI-4 sessions without MPI_Init: each rank begins alone. */
void world_leave_session_init(struct frame *f) {
  const struct args_Session_init *a = f->args;
  tracers_after_init();
  if (f->rc != MPI_SUCCESS)
    return;
  watch_before &= ~WATCH_MISPLACED;
  finish_sessions(1);
  if (world.check)
    return;
  place_in(*a->session);
  begin_alone();
}

void life_attach(void *mpi, struct hooks_calls *calls) {
  early_end_attach(mpi, calls);
  order_attach(&calls->order,
               &(struct order_parts){world_last_event, tracers_accessed, world_tell_accesses,
                                     world_tell_learned, stack_from, thread_made, expected,
                                     world_expect_threads, unseen, unseen_maker, lent_end,
                                     several});
}
