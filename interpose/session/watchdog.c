#define _GNU_SOURCE
#include "watchdog.h"
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "interpose/base/args.h"
#include "interpose/base/aside.h"
#include "interpose/greq/grequest.h"
#include "interpose/handles/rendezvous_kept.h"
#include "interpose/tracers/tracers.h"
#include "interpose/calls/poll.h"
#include "interpose/stack/stack.h"
#include "interpose/base/parked.h"
#include "crash.h"
#include "pulse.h"
#include "outside.h"
#include "waiting.h"
#include "interpose/tracers/shared/worker.h"
#include "report/journal/folder.h"
#include "interpose/base/world.h"
#include "window_history.h"
#include "interpose/agreement/agreement.h"
#include "interpose/agreement/letters.h"
#include "interpose/files/file_log.h"

#define PERIOD_NS 200000000

/* Seconds in one call, or in one loop of tests, after which the journal hears of it. That is
 * soon, so that the journal has it however the program ends, and so that `fencepost run` can
 * find out whether the wait can ever end (report/cli/live.h). A thread that often waits so long
 * and then goes on is given more time, and writes less. */
#define PATIENCE_LEAST 3.2
#define PATIENCE_MOST 12.0
#define ANSWER_HOLDS 5.0 /* seconds: who has asked ends the process soon after that */

/* What the watchdog found when it last looked at a thread. */
struct watch_notes {
  uint64_t seq, noted; /* noted: value of `seq` for which a report was made */
  uint64_t polled;     /* poll.began of the loop of tests for which one was made; 0: none */
  struct poll *reads;  /* of a loop that only reads a window */
  uint64_t calls, reading, updates; /* how many calls, those of them that read, and updates */
  int late;                         /* that report was made after hang_timeout */
  double since;                     /* since when the thread has been at `seq` */
  double patience;
};

static char dump_file[PATH_MAX];
static double timeout;
static struct timespec dumped; /* when the file was made that was answered last */
static double answered;        /* and when that was; 0: never */
static int ending;             /* the process was told to end */
static pthread_t watcher;
static _Atomic int stop;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* A lock taken with MPI_MODE_NOCHECK is left out, because nobody waits for it. */
static json_t *locked_json(const struct check_window *w) {
  json_t *list = json_array();
  for (int32_t i = 0; i < w->targets; i++)
    if (!(w->lock[i] & CHECK_NOCHECK))
      json_array_append_new(list, json_integer(w->target[i]));
  return list;
}

static json_t *ranks_json(const int32_t *ranks, int32_t n) {
  json_t *list = json_array();
  for (int32_t i = 0; i < n; i++)
    json_array_append_new(list, json_integer(ranks[i]));
  return list;
}

static json_t *locks_json(const struct check_window *w, int bit) {
  json_t *list = json_array();
  for (int32_t i = 0; i < w->targets; i++)
    if (w->lock[i] & bit && !(w->lock[i] & CHECK_NOCHECK))
      json_array_append_new(list, json_integer(w->target[i]));
  return list;
}

static void add_window(void *context, const struct check_window *w) {
  char id[20];
  json_t *peers = json_array();
  for (int32_t i = 0; i < w->peers; i++)
    json_array_append_new(peers, json_pack("{s:i, s:I, s:I, s:I, s:I}", "rank", w->peer[i].rank,
                                           "posts", (json_int_t)w->peer[i].posts, "starts",
                                           (json_int_t)w->peer[i].starts, "completes",
                                           (json_int_t)w->peer[i].completes, "waits",
                                           (json_int_t)w->peer[i].waits));
  snprintf(id, sizeof id, "%016llx", (unsigned long long)w->id);
  int opened = strcmp(w->access, "none") && strcmp(w->access, "fence");
  int exposed = strcmp(w->exposure, "none") != 0;
  if (opened)
    stack_define(w->access_site.stack);
  if (exposed)
    stack_define(w->exposure_site.stack);
  json_array_append_new(
      context,
      json_pack("{s:s, s:s, s:s, s:b, s:o, s:o, s:o, s:I, s:s, s:o, s:I, s:I, s:o}", "window",
                id, "flavor", journal_flavor(w->flavor), "access", w->access, "nocheck",
                (w->access_site.assertion & ASSERT_NOCHECK) != 0, "access_targets",
                locked_json(w), "exclusive", locks_json(w, CHECK_EXCLUSIVE), "granted",
                locks_json(w, CHECK_GRANTED), "access_stack",
                (json_int_t)(opened ? w->access_site.stack : 0), "exposure", w->exposure,
                "exposure_origins", ranks_json(w->origin, w->origins), "exposure_stack",
                (json_int_t)(exposed ? w->exposure_site.stack : 0), "fences",
                (json_int_t)w->fences, "peers", peers));
}

/* Calls of a loop that only reads the memory of a window, as far as thread.read says so. */
static const unsigned char only_reads[CALLS] = {
    [CALL_Get] = 1,
    [CALL_Get_accumulate] = 1,
    [CALL_Get_accumulate_c] = 1,
    [CALL_Get_c] = 1,
    [CALL_Fetch_and_op] = 1,
    [CALL_Compare_and_swap] = 1,
    [CALL_Win_flush] = 1,
    [CALL_Win_flush_all] = 1,
    [CALL_Win_flush_local] = 1,
    [CALL_Win_flush_local_all] = 1,
    [CALL_Win_sync] = 1,
};

/* Returns whether all calls since the last look, if there were any, only read. */
static int has_read(const struct thread *t, struct watch_notes *w) {
  uint64_t all = 0, reading = 0, updates = t->read.updates;
  if (!t->read.win)
    return 0;
  for (unsigned i = 0; i < CALLS; i++) {
    uint64_t n = *(const volatile uint64_t *)&t->counts[i]; /* it counts on meanwhile */
    all += n;
    reading += only_reads[i] ? n : 0;
  }
  int has = all - w->calls == reading - w->reading && updates == w->updates;
  w->calls = all;
  w->reading = reading;
  w->updates = updates;
  return has;
}

static void look_at_reads(struct thread *t, struct watch_notes *w, uint64_t seq, double at) {
  int reads = has_read(t, w);
  if (!w->reads && (!reads || !(w->reads = calloc(1, sizeof *w->reads))))
    return;
  poll_look_reads(w->reads, t, reads, w->seq, seq, at);
}

/* The loop in which it waits, or NULL. */
static const struct poll *loop_of(const struct thread *t, double at) {
  const struct poll *reads = t->watched ? t->watched->reads : NULL;
  return poll_waits(t, at) ? t->poll : reads && poll_has_waited(reads, at) ? reads : NULL;
}

/* Of a thread outside of MPI only the place of its last call is known. */
static uint32_t stack_of(const struct thread *t, const uint64_t *registers, int inside,
                         const struct poll *polls) {
  void *last = (void *)(uintptr_t)registers[REG_CALLER];
  return inside  ? stack_capture_thread(t, registers)
         : polls ? polls->stack
                 : stack_given(&last, 1);
}

/* Returns whether the process has received in ways that agreement/letters.h does not tell of.
 */
static int takes_unseen(void) {
  static uint64_t counts[CALLS];
  memset(counts, 0, sizeof counts);
  thread_sum(counts);
  return counts[CALL_Mprobe] || counts[CALL_Improbe];
}

/* A thread that tests in a loop is reported as if it waited in the call. If it goes on
 * meanwhile, there is nothing to report, unless somebody has `asked`: then the thread is not in
 * a call. */
static void note(struct thread *t, double at, int asked) {
  char args[256], text[512] = "";
  uint64_t seq = t->seq, registers[REGISTERS];
  const struct poll *polls = loop_of(t, at);
  int inside = (int)(seq & 1) && !polls;
  uint64_t began = polls ? (uint64_t)polls->began : 0;
  double since = polls ? polls->since : t->watched ? t->watched->since : at;
  unsigned call = polls ? polls->call : t->call;
  size_t n = args_size(call);
  if (!seq || call >= CALLS || n > sizeof args || !stuck_alive(t))
    return; /* the thread made no call: only its loads and stores were seen */
  arrivals_write();
  memcpy(registers, t->registers, sizeof registers);
  if (inside && n)
    memcpy(args, t->args, n);
  if (t->seq != seq && !polls && !asked)
    return;
  inside = inside && t->seq == seq;
  uint32_t stack = stack_of(t, registers, inside, polls);
  int sleeps = !inside && !polls && parked(t->tid);
  if (inside)
    args_text(call, args, text, sizeof text);
  stack_define(stack);
  json_t *windows = json_array();
  world_lock();
  json_t *wait = inside || polls ? waiting_json(call, inside ? args : NULL, t, polls) : NULL;
  check_windows(world.check, windows, add_window);
  world_unlock();
  if (polls && polls->began != began) { /* it went on while it was looked at */
    json_decref(wait);
    wait = NULL;
  }
  journal_write(
      world.journal,
      json_pack(
          "{s:s, s:b, s:i, s:s, s:s, s:f, s:b, s:b, s:b, s:b, s:I, s:o*, s:i, s:b, s:o, s:o, "
          "s:o*}",
          "record", "hang", "ending", ending, "thread", t->number, "call", call_name(call),
          "args", text, "seconds", at - since, "in_call", inside || polls, "polls",
          polls != NULL, "parked", sleeps, "matched", takes_unseen(), "stack",
          (json_int_t)stack, "wait", wait, "free", stuck_free(), "outside",
          outside_may_end(polls != NULL), "collectives", waiting_collectives(), "windows",
          windows, "sent", waiting_sent()));
}

/* The program may end here: tells what is told otherwise when it ends. Takes more room than a
 * note, so not at each of these. */
static void tell_all(void) {
  world_lock();
  window_history_now();
  world_unlock();
  agreement_write();
  letters_write();
  file_log_write();
}

/* It was only slow. */
static void moved(const struct thread *t, struct watch_notes *w) {
  world_note(json_pack("{s:s, s:i}", "record", "moved", "thread", t->number));
  w->noted = w->polled = 0;
  w->late = 0;
  w->patience = w->patience * 2 < PATIENCE_MOST ? w->patience * 2 : PATIENCE_MOST;
}

static void look_at_loop(struct thread *t, struct watch_notes *w, double at) {
  const struct poll *p = loop_of(t, at);
  if (w->polled && (!p || p->began != w->polled))
    moved(t, w);
  else if (p && !w->polled && timeout > 0 && at - p->since >= w->patience) {
    w->polled = p->began;
    note(t, at, 0);
  }
}

static void look_at(struct thread *t, struct watch_notes *w, double at) {
  uint64_t seq = t->seq;
  if (w->patience <= 0)
    w->patience = timeout < PATIENCE_LEAST ? timeout : PATIENCE_LEAST;
  poll_look(t, w->seq, seq, at);
  look_at_reads(t, w, seq, at);
  look_at_loop(t, w, at);
  if (seq != w->seq) {
    if (w->noted && w->noted == w->seq)
      moved(t, w);
    w->seq = seq;
    w->since = at;
  } else if ((seq & 1) && timeout > 0 &&
             (w->noted != seq ? at - w->since >= w->patience
                              : !w->late && at - w->since >= timeout)) {
    poll_over(t);
    w->noted = seq;
    w->late = at - w->since >= timeout;
    note(t, at, 0);
    if (w->late)
      tell_all();
  }
}

static void look(double at) {
  for (struct thread *t = thread_first(); t; t = t->next) {
    if (!t->watched)
      t->watched = calloc(1, sizeof *t->watched);
    if (t->watched)
      look_at(t, t->watched, at);
  }
}

static double waits_since(const struct thread *t, double at, unsigned *call) {
  const struct poll *polls = loop_of(t, at);
  *call = polls ? polls->call : t->call;
  if (polls)
    return polls->since;
  return t->seq & 1 && t->watched && t->watched->seq == t->seq ? t->watched->since : 0;
}

static int is_told(const struct thread *t) {
  const struct watch_notes *w = t->watched;
  return w && (w->polled || (w->noted && w->noted == t->seq));
}

/* Tells what all threads do, if somebody has asked since it was last told. */
static void answer(double at) {
  struct stat st;
  if (stat(dump_file, &st) ||
      (st.st_mtim.tv_sec == dumped.tv_sec && st.st_mtim.tv_nsec == dumped.tv_nsec))
    return;
  dumped = st.st_mtim;
  answered = at;
  for (struct thread *t = thread_first(); t; t = t->next) {
    if (ending && is_told(t))
      continue;
    const struct poll *loop = loop_of(t, at);
    if (t->watched && loop)
      t->watched->polled = loop->began;
    else if (t->watched && (t->watched->seq & 1))
      t->watched->noted = t->watched->seq;
    note(t, at, 1);
  }
  tell_all();
}

/* This thread's end may be that of the whole job, so all ranks tell what they do. They look
 * here as often as this one. Those of other hosts are asked by couriers. */
static void ask_all(void) {
  const struct timespec period = {0, (world.one_clock ? 1 : 2) * (PERIOD_NS + PERIOD_NS / 4)};
  unlink(dump_file); /* a new file is a new question */
  FILE *made = fopen(dump_file, "we");
  if (made)
    fclose(made);
  answer(now());
  nanosleep(&period, NULL);
}

/* The process was told to end. What was told before stays: a thread that tests in a loop has
 * left it for the handler of the signal, and so seems to have gone on. */
static void told_to_end(double at) {
  ending = 1;
  if (answered <= 0 || at - answered >= ANSWER_HOLDS)
    ask_all();
}

static void *watch(void *unused) {
  (void)unused;
  const struct timespec period = {0, PERIOD_NS};
  tracers_leave_out();
  /* For good: what this thread frees is never the program's, and it frees while it holds our
   * locks. */
  aside_begin();
  while (!stop) {
    nanosleep(&period, NULL);
    double at = now();
    if (stop || world_state != WORLD_ON)
      continue;
    enum crash_news crash = crash_note();
    if (crash == CRASH_FOUND || crash == CRASH_FAILED)
      ask_all();
    else if (crash == CRASH_TOLD_TO_END)
      told_to_end(at);
    if (crash != CRASH_NONE)
      crash_let_end();
    if (ending)
      continue;
    look(at);
    stuck_look();
    pulse_tell(at, waits_since);
    answer(at);
  }
  return NULL;
}

void watch_start(const char *dir, double hang_timeout) {
  sigset_t all, before;
  snprintf(dump_file, sizeof dump_file, "%s/" DUMP_FILE, dir);
  timeout = hang_timeout;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  if (pthread_create(&watcher, NULL, watch, NULL))
    world_note(
        json_pack("{s:s, s:s}", "record", "precision", "text", "no thread for hang reports"));
  else
    pthread_detach(watcher);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void watch_stop(void) {
  stop = 1;
}
