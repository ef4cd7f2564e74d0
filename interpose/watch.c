#define _GNU_SOURCE
#include "watch.h"
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "args.h"
#include "greq.h"
#include "comm.h"
#include "completion.h"
#include "request.h"
#include "stack.h"
#include "win.h"
#include "world.h"

#define PERIOD_NS 200000000

static char dump_file[PATH_MAX];
static double timeout;
static pthread_t watcher;
static _Atomic int stop;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static json_t *ranks_json(const int32_t *ranks, int32_t n) {
  json_t *list = json_array();
  for (int32_t i = 0; i < n; i++)
    json_array_append_new(list, json_integer(ranks[i]));
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
      context, json_pack("{s:s, s:s, s:s, s:o, s:I, s:s, s:o, s:I, s:I, s:o}", "window", id,
                         "flavor", journal_flavor(w->flavor), "access", w->access,
                         "access_targets", ranks_json(w->target, w->targets), "access_stack",
                         (json_int_t)(opened ? w->access_site.stack : 0), "exposure",
                         w->exposure, "exposure_origins", ranks_json(w->origin, w->origins),
                         "exposure_stack", (json_int_t)(exposed ? w->exposure_site.stack : 0),
                         "fences", (json_int_t)w->fences, "peers", peers));
}

/* What must happen at other ranks for the call to return. */

struct wait {
  const char *kind;
  const struct win *win;
  int members;  /* every member of the window's group */
  int targets;  /* those of the access epoch */
  int origins;  /* those of the exposure epoch */
  int one;      /* this rank of the window, or of MPI_COMM_WORLD; -1 */
  int everyone; /* in MPI_COMM_WORLD */
  int all;      /* it waits for each of the peers; else the kind tells */
  json_t *peers;
};

static void wait_rma(struct wait *w, unsigned call, const int *rank) {
  switch (call) {
  case CALL_Win_wait:
    w->kind = "complete";
    w->origins = 1;
    break;
  case CALL_Win_start:
  case CALL_Win_complete:
    w->kind = "post";
    w->targets = 1;
    break;
  case CALL_Win_fence:
    w->kind = "fence";
    w->members = 1;
    break;
  case CALL_Win_free:
    w->kind = "collective";
    w->members = 1;
    break;
  default:
    w->kind = "lock";
    w->one = rank ? *rank : -1;
    w->targets = !rank;
    break;
  }
}

static int in_list(unsigned call, const unsigned *list, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (list[i] == call)
      return 1;
  return 0;
}
#define IN(call, ...)                                                                          \
  in_list(call, (const unsigned[]){__VA_ARGS__},                                               \
          sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))

/* The classes of calls.def, to tell collectives from the rest. */
enum class {
  ENV,
  ERR,
  P2P,
  REQ,
  COLL,
  RMA,
  EPOCH,
  WIN,
  TYPE,
  OP,
  COMM,
  GROUP,
  TOPO,
  ATTR,
  INFO,
  IO,
  DYN,
  F2C,
  TOOL,
  EXT
};
static const unsigned char classes[CALLS] = {
#define ROW(ret, name, class, ...) [CALL_##name] = class,
#include "../include/calls.def"
};

/* Several operations of one kind; what any one of them would end is not told. */
static void wait_requests(struct wait *w, unsigned call, const struct thread *t) {
  struct waited v;
  int n = t->held_count;
  w->kind = "request";
  if (!IN(call, CALL_Wait, CALL_Waitall) || n <= 0)
    return;
  requests_waited(t->held, n, &v);
  if (v.way == WAY_OTHER || v.unknown)
    return;
  w->kind = v.way == WAY_SEND ? "send" : "recv";
  w->all = 1;
  for (int i = 0; i < v.count; i++)
    json_array_append_new(w->peers, json_integer(v.peer[i]));
}

static void wait_other(struct wait *w, unsigned call, const void *args) {
  const int *rank = args_first(call, args, SHOW_RANK);
  const MPI_Comm *comm = args_first(call, args, SHOW_COMM);
  int world_comm = comm && *comm == MPI_COMM_WORLD;
  if (IN(call, CALL_Recv, CALL_Probe, CALL_Mprobe)) {
    w->kind = "recv";
    w->everyone = world_comm && rank && *rank == MPI_ANY_SOURCE;
  } else if (IN(call, CALL_Send, CALL_Ssend, CALL_Bsend, CALL_Rsend)) {
    w->kind = "send";
  } else if (classes[call] == COLL ||
             IN(call, CALL_Comm_dup, CALL_Comm_split, CALL_Comm_create, CALL_Win_create,
                CALL_Win_allocate, CALL_Win_allocate_shared, CALL_Win_create_dynamic)) {
    w->kind = "collective";
    w->everyone = world_comm;
    return;
  } else {
    w->kind = "other";
    return;
  }
  const struct comm *c = comm && !world_comm ? comm_find(*comm) : NULL;
  if (world_comm && rank && *rank >= 0)
    w->one = *rank;
  else if (c && rank && *rank >= 0 && *rank < c->remote_size)
    w->one = c->remote[*rank];
}

static void add_peers(void *context, const struct check_window *v) {
  struct wait *w = context;
  if (v->id != w->win->id)
    return;
  for (int32_t i = 0; w->targets && i < v->targets; i++)
    json_array_append_new(w->peers, json_integer(v->target[i]));
  for (int32_t i = 0; w->origins && i < v->origins; i++)
    json_array_append_new(w->peers, json_integer(v->origin[i]));
}

/* With the lock held. */
static json_t *wait_json(unsigned call, const void *args, const struct thread *t) {
  struct wait w = {.kind = "other", .one = -1, .peers = json_array()};
  const MPI_Win *handle = args_first(call, args, SHOW_WIN);
  if (call == CALL_Win_free)
    handle = ((const struct args_Win_free *)args)->win;
  w.win = handle ? win_find(*handle) : NULL;
  if (w.win)
    wait_rma(&w, call, args_first(call, args, SHOW_RANK));
  else if (classes[call] == REQ)
    wait_requests(&w, call, t);
  else
    wait_other(&w, call, args);
  int n = w.win ? check_members(world.check, w.win->id) : 0;
  for (int i = 0; i < n; i++) {
    int32_t rank = check_member(world.check, w.win->id, i);
    if (rank >= 0 && ((w.members && rank != world.rank) || w.one == i))
      json_array_append_new(w.peers, json_integer(rank));
  }
  if (w.win)
    check_windows(world.check, &w, add_peers);
  else if (w.one >= 0)
    json_array_append_new(w.peers, json_integer(w.one));
  for (int r = 0; w.everyone && r < world.size; r++)
    if (r != world.rank)
      json_array_append_new(w.peers, json_integer(r));
  char id[20] = "";
  if (w.win)
    snprintf(id, sizeof id, "%016llx", (unsigned long long)w.win->id);
  return json_pack("{s:s, s:s*, s:b, s:o}", "kind", w.kind, "window", w.win ? id : NULL, "all",
                   w.all, "peers", w.peers);
}

static void note(struct thread *t, double seconds) {
  char args[256], text[512] = "";
  uint64_t seq = t->seq, registers[REGISTERS];
  unsigned call = t->call;
  int inside = (int)(seq & 1);
  size_t n = args_size(call);
  if (call >= CALLS || n > sizeof args)
    return;
  memcpy(registers, t->registers, sizeof registers);
  if (inside && n)
    memcpy(args, t->args, n);
  if (t->seq != seq)
    return; /* it moves after all */
  uint32_t stack = inside ? stack_capture_thread(registers) : 0;
  if (inside)
    args_text(call, args, text, sizeof text);
  stack_define(stack);
  json_t *windows = json_array();
  world_lock();
  json_t *wait = inside ? wait_json(call, args, t) : NULL;
  check_windows(world.check, windows, add_window);
  world_unlock();
  journal_write(world.journal,
                json_pack("{s:s, s:i, s:s, s:s, s:f, s:b, s:I, s:o*, s:o}", "record", "hang",
                          "thread", t->number, "call", call_name(call), "args", text, "seconds",
                          seconds, "in_call", inside, "stack", (json_int_t)stack, "wait", wait,
                          "windows", windows));
}

static void look(double at) {
  for (struct thread *t = thread_first(); t; t = t->next) {
    uint64_t seq = t->seq;
    if (seq != t->watched_seq) {
      if (t->noted_seq && t->noted_seq == t->watched_seq) /* it was slow, no more */
        journal_write(world.journal,
                      json_pack("{s:s, s:i}", "record", "moved", "thread", t->number));
      t->watched_seq = seq;
      t->watched_since = at;
    } else if ((seq & 1) && timeout > 0 && t->noted_seq != seq &&
               at - t->watched_since >= timeout) {
      t->noted_seq = seq;
      note(t, at - t->watched_since);
    }
  }
}

static void *watch(void *unused) {
  (void)unused;
  const struct timespec period = {0, PERIOD_NS};
  int dumped = 0;
  while (!stop) {
    nanosleep(&period, NULL);
    double at = now();
    if (stop || world_state != WORLD_ON)
      continue;
    look(at);
    stuck_look();
    if (dumped || access(dump_file, F_OK))
      continue;
    dumped = 1;
    for (struct thread *t = thread_first(); t; t = t->next)
      note(t, at - t->watched_since);
  }
  return NULL;
}

void watch_start(const char *dir, double hang_timeout) {
  sigset_t all, before;
  snprintf(dump_file, sizeof dump_file, "%s/dump", dir);
  timeout = hang_timeout;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  if (pthread_create(&watcher, NULL, watch, NULL))
    journal_write(world.journal, json_pack("{s:s, s:s}", "record", "precision", "text",
                                           "no thread for hang reports"));
  else
    pthread_detach(watcher);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void watch_stop(void) {
  stop = 1;
}
