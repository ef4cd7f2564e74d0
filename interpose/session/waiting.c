#include "waiting_part.h"
#include <stdio.h>
#include <string.h>
#include "interpose/agreement/agreement.h"
#include "interpose/base/args.h"
#include "interpose/calls/bsend_buffer.h"
#include "interpose/calls/coll.h"
#include "interpose/calls/completion.h"
#include "interpose/files/file.h"
#include "interpose/stream/counters.h"
#include "interpose/calls/poll.h"
#include "interpose/stream/edge.h"
#include "interpose/handles/request.h"
#include "interpose/calls/win.h"
#include "interpose/base/world.h"
#include "interpose/stack/stack.h"

int waiting_in_list(unsigned call, const unsigned *list, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (list[i] == call)
      return 1;
  return 0;
}

/* The classes of calls.def: they tell which calls are collective. */
enum call_class {
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
#include "interpose/mpi/rows.def"
};

int waiting_is_coll(unsigned call) {
  return classes[call] == COLL;
}

json_t *waiting_hex(uint64_t value) {
  char text[20];
  snprintf(text, sizeof text, "%016llx", (unsigned long long)value);
  return json_string(text);
}

static void wait_rma(struct wait *w, unsigned call, const void *args) {
  const int *rank = args ? args_first(call, args, SHOW_RANK) : NULL;
  const int *type = args ? args_first(call, args, SHOW_LOCKTYPE) : NULL;
  switch (call) {
  case CALL_Win_test: /* in a loop */
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
  case CALL_Win_lock_all:
    w->kind = "lock";
    w->members = w->self = 1;
    break;
  default:
    w->kind = "lock";
    w->one = rank ? *rank : -1;
    w->targets = !rank;
    w->exclusive = type && *type == MPI_LOCK_EXCLUSIVE;
    break;
  }
}

static void add_message(json_t *list, int32_t rank, uint64_t key, int sends) {
  json_array_append_new(list, json_pack("{s:i, s:b, s:o*}", "rank", rank, "send", sends, "key",
                                        key ? waiting_hex(key) : NULL));
}

/* Says of the last message which call has begun its operation. */
static void add_maker(json_t *list, const struct maker *m) {
  json_t *last = json_array_get(list, json_array_size(list) - 1);
  stack_define(m->stack);
  json_object_set_new(last, "call", json_string(call_name(m->call)));
  json_object_set_new(last, "thread", json_integer(m->thread));
  json_object_set_new(last, "stack", json_integer((json_int_t)m->stack));
}

/* Counts the entries from `from` on that belong to the same operation. */
static int begun_count(const struct waited *v, int from) {
  int to = from + 1;
  while (to < v->count && v->key[to] == v->key[from] && v->on[to] == v->on[from])
    to++;
  return to - from;
}

static void add_begun(json_t *each, const struct waited *v, int from, int n, uint64_t on,
                      uint64_t number) {
  json_t *peers = json_array();
  int some = v->way[from] == WAY_FILE;
  for (int i = from; i < from + n; i++)
    if (v->peer[i] != world.rank)
      json_array_append_new(peers, json_integer(v->peer[i]));
  json_array_append_new(each,
                        json_pack("{s:o, s:o, s:I, s:s}", some ? "others" : "peers", peers,
                                  "comm", waiting_hex(on), "number", (json_int_t)number,
                                  "begun", call_name(v->maker[from].call)));
}

/* A persistent operation counts its own starts. Who has not made it yet has made
 * fewer calls on the communicator. */
static uint64_t started(uint64_t comm, uint64_t made) {
  return poll_mix(poll_mix(comm, 2), made);
}

/* For requests of nonblocking collective operations; if there are several, one entry for
 * each. */
static void wait_begun(struct wait *w, const struct waited *v, int all) {
  json_t *each = json_array();
  int operations = 0;
  for (int from = 0, n; from < v->count; from += n) {
    n = begun_count(v, from);
    operations++;
    uint64_t made = v->key[from] >> 32, starts = v->key[from] & UINT32_MAX;
    if (v->way[from] == WAY_STARTED) {
      add_begun(each, v, from, n, v->on[from], made);
      add_begun(each, v, from, n, started(v->on[from], made), starts);
    } else {
      uint64_t on = v->on[from];
      add_begun(each, v, from, n, v->way[from] == WAY_FILE ? waiting_agreed(on) : on,
                v->key[from]);
    }
  }
  if (all || operations == 1) {
    w->kind = "collective";
    json_object_set(w->json, "each", each);
  }
  json_decref(each);
}

/* One complete request is enough for the call to return. */
static int is_for_any(unsigned call) {
  return IN(call, CALL_Waitany, CALL_Waitsome, CALL_Testany, CALL_Testsome,
            CALL_Request_get_status_any, CALL_Request_get_status_some);
}

/* Any of these operations may be the one that is not complete. */
static void wait_for(struct wait *w, unsigned call, struct request_entry *const *request,
                     int n) {
  struct waited v;
  int ways[WAYS] = {0};
  w->kind = "request";
  if (n <= 0)
    return;
  requests_waited(request, n, IN(call, CALL_Wait, CALL_Waitall), &v);
  if (v.unknown || !v.count || (v.nobody && is_for_any(call)))
    return;
  for (int i = 0; i < v.count; i++)
    ways[v.way[i]]++;
  int together = ways[WAY_COLLECTIVE] + ways[WAY_STARTED] + ways[WAY_FILE];
  if (together == v.count)
    wait_begun(w, &v, IN(call, CALL_Wait, CALL_Waitall));
  if (together)
    return;
  json_t *messages = json_array();
  for (int i = 0; i < v.count; i++) {
    json_array_append_new(w->peers, json_integer(v.peer[i]));
    if (v.way[i] == WAY_SELF)
      continue;
    add_message(messages, v.peer[i], v.key[i], v.way[i] == WAY_SEND);
    add_maker(messages, &v.maker[i]);
  }
  if (ways[WAY_SEND] == v.count)
    w->kind = "send";
  else if (ways[WAY_RECEIVE] == v.count)
    w->kind = "recv";
  w->all = IN(call, CALL_Wait, CALL_Waitall) && !v.wild;
  json_object_set_new(w->json, "messages", messages);
}

static void wait_requests(struct wait *w, unsigned call, const struct thread *t) {
  const struct completing *c = t->completing;
  wait_for(w, call, c ? c->held : NULL, c ? c->held_count : 0);
}

static void add_peer(struct wait *w, json_t *messages, const struct comm *c, int rank, int tag,
                     int sends) {
  for (int i = 0; i < c->remote_size; i++)
    if (rank == i || rank == MPI_ANY_SOURCE) {
      json_array_append_new(w->peers, json_integer(c->remote[i]));
      add_message(messages, c->remote[i], tag >= 0 && c->id ? edge_key(c->id, tag) : 0, sends);
    }
}

/* The n-th rank and the n-th tag among the arguments. */
static void add_nth(struct wait *w, json_t *messages, unsigned call, const void *args,
                    const struct comm *c, int n, int sends) {
  const int *rank = args_nth(call, args, SHOW_RANK, n);
  const int *tag = args_nth(call, args, SHOW_TAG, n);
  if (rank)
    add_peer(w, messages, c, *rank, tag ? *tag : -1, sends);
}

/* Returns whether it is known which messages the probes of a loop wait for. */
static int add_probes(struct wait *w, json_t *messages, const struct poll *p) {
  for (int i = 0; i < p->items; i++) {
    const struct poll_item *item = &p->item[i];
    const struct comm *c = item->comm ? comm_known((MPI_Comm)(uintptr_t)item->comm) : NULL;
    if (item->comm && (!c || c->foreign))
      return 0;
    if (c)
      add_peer(w, messages, c, item->source, item->tag, 0);
  }
  return 1;
}

/* For a loop of tests and probes: any of the messages may be the one that ends it. */
static void wait_polls(struct wait *w, const struct poll *p) {
  int probes = 0, windows = 0;
  for (int i = 0; i < p->items; i++) {
    probes |= p->item[i].comm != 0;
    windows |= p->item[i].win != 0;
  }
  if (windows || p->uncounted)
    return;
  if (p->requests)
    wait_for(w, p->call, p->request, p->requests);
  else
    json_object_set_new(w->json, "messages", json_array());
  if (!probes)
    return;
  json_t *messages = json_object_get(w->json, "messages");
  w->kind = !p->requests || !strcmp(w->kind, "recv") ? "recv" : "request";
  if (!messages || !add_probes(w, messages, p)) {
    json_object_del(w->json, "messages");
    json_object_del(w->json, "each");
  }
}

/* For a loop that reads the memory of a window: any other process may change it. */
static void wait_update(struct wait *w, uint64_t win) {
  w->kind = "update";
  for (int i = 0, n = check_members(world.check, win); i < n; i++) {
    int32_t rank = check_member(world.check, win, i);
    if (rank >= 0 && rank != world.rank)
      json_array_append_new(w->peers, json_integer(rank));
  }
}

/* The window of a loop of MPI_Win_test. */
static const struct win *polled_window(const struct poll *p) {
  return p->items == 1 && p->item[0].win ? win_find((MPI_Win)(uintptr_t)p->item[0].win) : NULL;
}

static void wait_message(struct wait *w, unsigned call, const void *args, const struct comm *c,
                         int sends) {
  w->kind = sends ? "send" : "recv";
  if (!c || c->foreign)
    return;
  json_t *messages = json_array();
  add_nth(w, messages, call, args, c, 0, sends);
  json_object_set_new(w->json, "messages", messages);
}

/* Either of the two messages may be the one that is not complete. */
static void wait_exchange(struct wait *w, unsigned call, const void *args,
                          const struct comm *c) {
  w->kind = "exchange";
  w->all = 1;
  if (!c || c->foreign)
    return;
  json_t *messages = json_array();
  add_nth(w, messages, call, args, c, 0, 1);
  add_nth(w, messages, call, args, c, 1, 0);
  json_object_set_new(w->json, "messages", messages);
}

struct detach {
  struct wait *w;
  json_t *messages;
};

static void add_buffered(void *context, int32_t rank, uint64_t key) {
  struct detach *d = context;
  json_array_append_new(d->w->peers, json_integer(rank));
  add_message(d->messages, rank, key, 1);
}

/* Any of these messages may be the one that is still in the buffer. */
static void wait_detach(struct wait *w) {
  struct detach d = {w, json_array()};
  w->kind = "send";
  attach_each(&d, add_buffered);
  json_object_set_new(w->json, "messages", d.messages);
}

static void wait_other(struct wait *w, unsigned call, const void *args,
                       const struct thread *t) {
  const MPI_Comm *comm = IN(call, CALL_Comm_disconnect, CALL_Comm_free)
                             ? ((const struct args_Comm_disconnect *)args)->comm
                             : args_first(call, args, SHOW_COMM);
  const struct comm *c = comm ? comm_known(*comm) : NULL;
  if (IN(call, CALL_Recv, CALL_Recv_c, CALL_Probe, CALL_Mprobe))
    wait_message(w, call, args, c, 0);
  else if (IN(call, CALL_Send, CALL_Ssend, CALL_Bsend, CALL_Rsend, CALL_Send_c, CALL_Ssend_c,
              CALL_Bsend_c, CALL_Rsend_c))
    wait_message(w, call, args, c, 1);
  else if (IN(call, CALL_Sendrecv, CALL_Sendrecv_replace, CALL_Sendrecv_c,
              CALL_Sendrecv_replace_c))
    wait_exchange(w, call, args, c);
  else if (IN(call, CALL_Buffer_detach, CALL_Buffer_detach_c, CALL_Buffer_flush))
    wait_detach(w);
  else
    wait_together(w, call, args, c, t);
}

static void add_peers(void *context, const struct check_window *v) {
  struct wait *w = context;
  if (v->id != w->win->id)
    return;
  for (int32_t i = 0; w->targets && i < v->targets; i++)
    json_array_append_new(w->peers, json_integer(v->target[i]));
  for (int32_t i = 0; w->origins && i < v->origins; i++)
    json_array_append_new(w->peers, json_integer(v->origin[i]));
  int32_t one = w->one >= 0 ? check_member(world.check, v->id, w->one) : -1;
  for (int32_t i = 0; i < v->targets; i++)
    w->exclusive |= v->lock[i] & CHECK_EXCLUSIVE && (one < 0 || v->target[i] == one);
}

json_t *waiting_json(unsigned call, const void *args, const struct thread *t,
                     const struct poll *polls) {
  struct wait w = {.kind = "other", .one = -1, .peers = json_array(), .json = json_object()};
  const MPI_Win *handle = args ? args_first(call, args, SHOW_WIN) : NULL;
  if (call == CALL_Win_free && args)
    handle = ((const struct args_Win_free *)args)->win;
  w.win = handle ? win_find(*handle) : !args ? polled_window(polls) : NULL;
  if (w.win)
    wait_rma(&w, call, args);
  else if (!args && polls->reads)
    wait_update(&w, polls->reads);
  else if (!args)
    wait_polls(&w, polls);
  else if (classes[call] == REQ || call == CALL_Parrived)
    wait_requests(&w, call, t);
  else
    wait_other(&w, call, args, t);
  int n = w.win ? check_members(world.check, w.win->id) : 0;
  for (int i = 0; i < n; i++) {
    int32_t rank = check_member(world.check, w.win->id, i);
    if (rank >= 0 && ((w.members && (w.self || rank != world.rank)) || w.one == i))
      json_array_append_new(w.peers, json_integer(rank));
  }
  if (w.win)
    check_windows(world.check, &w, add_peers);
  if (w.win)
    json_object_set_new(w.json, "window", waiting_hex(w.win->id));
  json_object_set_new(w.json, "kind", json_string(w.kind));
  json_object_set_new(w.json, "all", json_boolean(w.all));
  json_object_set_new(w.json, "exclusive", json_boolean(w.exclusive));
  json_object_set_new(w.json, "peers", w.peers);
  return w.json;
}

uint64_t waiting_agreed(uint64_t id) {
  return poll_mix(id, 1);
}

static void add_count(json_t *calls, uint64_t id, uint64_t count) {
  char text[20];
  snprintf(text, sizeof text, "%016llx", (unsigned long long)id);
  json_object_set_new(calls, text, json_integer((json_int_t)count));
}

static void add_calls(void *context, const struct comm *c) {
  if (!c->id)
    return;
  add_count(context, c->id, c->agreed.calls);
}

static void add_started(void *context, uint64_t comm, uint64_t made, uint64_t starts) {
  add_count(context, started(comm, made), starts);
}

static void add_file(void *context, const struct file *file) {
  add_count(context, waiting_agreed(file->agreed.id), file->agreed.calls);
}

json_t *waiting_collectives(void) {
  json_t *calls = json_object();
  comm_each(calls, add_calls);
  file_each(MPI_FILE_NULL, calls, add_file);
  coll_each_kept(calls, add_started);
  return calls;
}

#define SENT 256

static void add_sent(void *context, uint64_t name) {
  if (json_array_size(context) <= SENT)
    json_array_append_new(context, waiting_hex(name));
}

json_t *waiting_sent(void) {
  json_t *names = json_array();
  counters_each(names, add_sent);
  if (json_array_size(names) <= SENT)
    return names;
  json_decref(names);
  return NULL;
}
