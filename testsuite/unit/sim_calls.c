/* sim_calls.c: feeds the events of MPI calls of simulated ranks, as interpose/ would. */
#include <stdlib.h>
#include <string.h>
#include "sim_state.h"

struct event sim_event_of(int kind, int call, int rank, uint64_t win) {
  struct event e;
  memset(&e, 0, sizeof e);
  e.kind = (uint8_t)kind;
  e.call = (uint16_t)call;
  e.rank = rank;
  e.win = win;
  e.target = -1;
  return e;
}

struct event sim_event(int kind, int rank, uint64_t win) {
  return sim_event_of(kind, (int)event_call(kind), rank, win);
}

void sim_fails(struct sim *s) {
  s->fails = 1;
}

static void number(struct sim *s, struct event *e) {
  if (s->thread[e->rank])
    e->thread = s->thread[e->rank];
  e->seq = s->last[e->rank][e->thread] = ++s->seq;
}

/* Threads. */

void sim_thread(struct sim *s, int rank, int thread) {
  s->thread[rank] = thread;
}

static void tell_thread(struct sim *s, int rank, int thread, int from, int flag) {
  struct event_counted known = {(uint64_t)from, from < 0 ? 0 : s->last[rank][from]};
  struct event e = sim_event(EVENT_THREAD, rank, 0);
  e.flag = (uint8_t)flag;
  e.thread = thread;
  e.seq = s->last[rank][thread] = ++s->seq;
  e.u.known = (struct event_known){from >= 0, &known};
  sim_feed(s, &e);
}

void sim_begins(struct sim *s, int rank, int thread, int by) {
  tell_thread(s, rank, thread, by, THREAD_BEGINS);
}

void sim_learns(struct sim *s, int rank, int thread, int from) {
  tell_thread(s, rank, thread, from, 0);
}

void sim_learns_all(struct sim *s, int rank, int thread, int from) {
  tell_thread(s, rank, thread, from, THREAD_ALL);
}

void sim_ends(struct sim *s, int rank, int thread) {
  tell_thread(s, rank, thread, -1, THREAD_ENDS);
}

void sim_enter(struct sim *s, struct event *e) {
  e->phase = EVENT_ENTER;
  if (!e->stack) /* otherwise the line has made a call before */
    e->stack = (uint32_t)++s->calls;
  number(s, e);
  sim_feed(s, e);
}

void sim_leave(struct sim *s, struct event *e) {
  e->phase = EVENT_LEAVE;
  e->ok = !s->fails;
  number(s, e);
  s->fails = 0;
  sim_feed(s, e);
}

int sim_call(struct sim *s, struct event *e) {
  sim_enter(s, e);
  int site = s->calls;
  sim_leave(s, e);
  return site;
}

struct check *sim_check(struct sim *s, int rank) {
  return s->check[rank];
}

/* Windows. */

static struct placed *placed(struct sim *s, uint64_t win) {
  for (int i = s->window_count - 1; i >= 0; i--)
    if (s->windows[i].id == win)
      return &s->windows[i];
  abort();
}

static int create_call(int flavor) {
  static const int calls[] = {[FLAVOR_CREATE] = CALL_Win_create,
                              [FLAVOR_ALLOCATE] = CALL_Win_allocate,
                              [FLAVOR_DYNAMIC] = CALL_Win_create_dynamic,
                              [FLAVOR_SHARED] = CALL_Win_allocate_shared};
  return calls[flavor];
}

static void place_members(struct sim *s, const struct sim_window *w, struct placed *p,
                          struct event_member *members) {
  p->count = w->count ? w->count : s->ranks;
  for (int i = 0; i < p->count; i++) {
    int64_t size = w->flavor == FLAVOR_DYNAMIC || w->size[i] < 0 ? 0
                   : w->size[i]                                  ? w->size[i]
                                                                 : 1024;
    p->member[i] = w->count ? w->member[i] : i;
    members[i] = (struct event_member){size, w->unit[i] ? w->unit[i] : 1, p->member[i]};
  }
}

uint64_t sim_shared(int rank, int member) {
  return 0x10000 + (rank == member ? 0 : 0x100000u * (unsigned)(member + 1));
}

static void share(struct sim *s, const struct placed *p, const struct event_member *members) {
  for (int i = 0; i < p->count; i++)
    for (int k = 0; k < p->count; k++) {
      if (p->member[i] < 0)
        continue;
      struct event e =
          sim_event_of(EVENT_WIN_QUERY, CALL_Win_allocate_shared, p->member[i], p->id);
      e.target = k;
      e.u.region =
          (struct event_region){sim_shared(p->member[i], p->member[k]), members[k].size};
      sim_leave(s, &e);
    }
}

uint64_t sim_create(struct sim *s, const struct sim_window *w) {
  const struct sim_window usual = {0};
  struct event_member members[SIM_RANKS];
  struct event events[SIM_RANKS];
  w = w ? w : &usual;
  int flavor = w->flavor ? w->flavor : FLAVOR_CREATE, fails = s->fails;
  struct placed p = {.id = ++s->window};
  place_members(s, w, &p, members);
  for (int i = 0; i < p.count; i++) {
    if (p.member[i] < 0)
      continue;
    struct event *e = &events[i];
    *e = sim_event_of(EVENT_WIN_CREATE, create_call(flavor), p.member[i], p.id);
    e->u.window = (struct event_window){.flavor = (uint8_t)flavor,
                                        .model = (uint8_t)(w->model ? w->model : MODEL_UNIFIED),
                                        .info = w->info,
                                        .me = i,
                                        .count = p.count,
                                        .members = members};
    s->calls -= i > 0; /* the calls of all members have one site */
    sim_enter(s, e);
  }
  for (int i = 0; i < p.count; i++)
    if (p.member[i] >= 0) {
      s->fails = fails;
      events[i].u.window.base = 0x10000;
      sim_leave(s, &events[i]);
    }
  s->windows = sim_grow(s->windows, s->window_count, sizeof p);
  s->windows[s->window_count++] = p;
  if (flavor == FLAVOR_SHARED && !fails)
    share(s, &p, members);
  return p.id;
}

int sim_site(const struct sim *s) {
  return s->calls;
}

int sim_free_one(struct sim *s, int rank, uint64_t win) {
  struct event e = sim_event(EVENT_WIN_FREE, rank, win);
  return sim_call(s, &e);
}

/* No rank leaves the call before all have entered it. */
void sim_free(struct sim *s, uint64_t win) {
  struct event events[SIM_RANKS];
  struct placed p = *placed(s, win);
  for (int leave = 0; leave < 2; leave++)
    for (int i = 0; i < p.count; i++) {
      if (p.member[i] < 0)
        continue;
      if (!leave)
        events[i] = sim_event(EVENT_WIN_FREE, p.member[i], win);
      (leave ? sim_leave : sim_enter)(s, &events[i]);
    }
  *placed(s, win) = s->windows[s->window_count - 1];
  s->window_count--;
}

int sim_finalize_one(struct sim *s, int rank) {
  struct event e = sim_event(EVENT_FINALIZE, rank, 0);
  sim_enter(s, &e);
  return s->calls;
}

void sim_finalize(struct sim *s) {
  for (int r = 0; r < s->ranks; r++)
    check_push(s->check[r]);
  sim_deliver(s);
  int suspects = 0;
  for (int r = 0; r < s->ranks; r++)
    suspects |= check_suspects(s->check[r]);
  for (int r = 0; r < s->ranks && suspects; r++)
    check_settle(s->check[r], 1);
  sim_deliver(s);
  for (int r = 0; r < s->ranks; r++)
    sim_finalize_one(s, r);
  s->finalized = 1;
}

/* Synchronisation. */

static int simple(struct sim *s, int kind, int call, int rank, uint64_t win,
                  unsigned assertion) {
  struct event e = sim_event_of(kind, call, rank, win);
  e.assertion = assertion;
  return sim_call(s, &e);
}

int sim_fence(struct sim *s, int rank, uint64_t win, unsigned assertion) {
  return simple(s, EVENT_FENCE, CALL_Win_fence, rank, win, assertion);
}

void sim_fence_all(struct sim *s, uint64_t win, unsigned assertion) {
  struct placed p = *placed(s, win);
  struct event events[SIM_RANKS];
  unsigned from = s->order == SIM_RANDOM ? sim_random(s) : 0;
  for (int leave = 0; leave < 2; leave++)
    for (int k = 0; k < p.count; k++) {
      int i = (int)((from + (unsigned)k) % (unsigned)p.count);
      if (!leave)
        events[i] = sim_event(EVENT_FENCE, p.member[i], win);
      events[i].assertion = assertion;
      (leave ? sim_leave : sim_enter)(s, &events[i]);
    }
}

static int grouped(struct sim *s, int kind, int call, int rank, uint64_t win,
                   struct event_group g, unsigned assertion) {
  struct event e = sim_event_of(kind, call, rank, win);
  e.assertion = assertion;
  e.u.group = g;
  return sim_call(s, &e);
}

int sim_post(struct sim *s, int rank, uint64_t win, struct event_group g, unsigned assertion) {
  return grouped(s, EVENT_POST, CALL_Win_post, rank, win, g, assertion);
}

int sim_start(struct sim *s, int rank, uint64_t win, struct event_group g, unsigned assertion) {
  return grouped(s, EVENT_START, CALL_Win_start, rank, win, g, assertion);
}

int sim_complete(struct sim *s, int rank, uint64_t win) {
  return simple(s, EVENT_COMPLETE, CALL_Win_complete, rank, win, 0);
}

int sim_wait(struct sim *s, int rank, uint64_t win) {
  return simple(s, EVENT_WAIT, CALL_Win_wait, rank, win, 0);
}

int sim_test(struct sim *s, int rank, uint64_t win, int flag) {
  struct event e = sim_event(EVENT_TEST, rank, win);
  sim_enter(s, &e);
  int site = s->calls;
  e.flag = (uint8_t)flag;
  sim_leave(s, &e);
  return site;
}

static int targeted(struct sim *s, int kind, int call, int rank, uint64_t win, int target) {
  struct event e = sim_event_of(kind, call, rank, win);
  e.target = target;
  return sim_call(s, &e);
}

int sim_lock(struct sim *s, int rank, uint64_t win, int target) {
  return targeted(s, EVENT_LOCK, CALL_Win_lock, rank, win, target);
}

int sim_lock_all(struct sim *s, int rank, uint64_t win) {
  return targeted(s, EVENT_LOCK_ALL, CALL_Win_lock_all, rank, win, -1);
}

int sim_unlock(struct sim *s, int rank, uint64_t win, int target) {
  return targeted(s, EVENT_UNLOCK, CALL_Win_unlock, rank, win, target);
}

int sim_unlock_all(struct sim *s, int rank, uint64_t win) {
  return targeted(s, EVENT_UNLOCK_ALL, CALL_Win_unlock_all, rank, win, -1);
}

int sim_flush(struct sim *s, int rank, uint64_t win, int target) {
  return targeted(s, EVENT_FLUSH, target < 0 ? CALL_Win_flush_all : CALL_Win_flush, rank, win,
                  target);
}

int sim_sync(struct sim *s, int rank, uint64_t win) {
  return targeted(s, EVENT_SYNC, CALL_Win_sync, rank, win, -1);
}
