/* Steps of generalized requests that the checker is not told of at once. Whenever another event
 * of a request is told, or the checker looks at all of them, it must have heard of all steps of
 * that request, in order. */
#include "interpose/greq/greq_untold.c"
#include <stdlib.h>
#include "tap.h"

#define HANDLES 8
#define STEPS 64 /* of a request, at most */
#define TURNS 200000

_Atomic int world_state = WORLD_ON;
static int wrong_place, events;

/* What has happened with a request since it was started, and what of it was fed; by handle. */
static struct list {
  int count;
  struct {
    int step;
    uint32_t stack;
  } at[STEPS];
} truth[HANDLES], fed[HANDLES];
static uint64_t handles[HANDLES];
static struct thread thread;
static uint32_t stack;

__thread struct thread *thread_current;

void lock_take_slowly(struct owned_lock *l) {
  pthread_mutex_lock(&l->mutex);
}

uint64_t greq_number(MPI_Request handle) {
  return (uint64_t)(uintptr_t)handle;
}

uint32_t stack_capture(struct thread *t) {
  (void)t;
  return stack;
}

void world_event_plain(struct event *e, const struct frame *f, int kind) {
  memset(e, 0, sizeof *e);
  e->kind = (uint8_t)kind;
  e->call = (uint16_t)f->call;
  wrong_place += f->thread != &thread;
}

static void append(struct list *l, int step, uint32_t from) {
  if (step == GREQ_START)
    l->count = 0;
  if (l->count < STEPS)
    l->at[l->count].step = step, l->at[l->count++].stack = from;
}

static int index_of(uint64_t handle) {
  int i = 0;
  while (handles[i] != handle)
    i++;
  return i;
}

/* The test makes the call of a step from its stack. */
void world_feed_quietly(struct event *e) {
  events++;
  wrong_place += e->call != e->stack % 1000;
  append(&fed[index_of(e->u.greq.handle)], e->u.greq.step, e->stack);
}

static uint64_t seed = 1;
static int any(int below) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (int)(seed % (unsigned)below);
}

/* Half of the handles share a place with another one. */
static void find_handles(void) {
  for (int i = 0; i < HANDLES; i++) {
    handles[i] = i ? handles[i - 1] + 1 : 0x1000;
    while (i % 2 && life_of(handles[i]) != life_of(handles[i - 1]))
      handles[i]++;
  }
}

static int is_same(const struct list *a, const struct list *b) {
  int same = a->count == b->count;
  for (int i = 0; same && i < a->count; i++)
    same = a->at[i].step == b->at[i].step && a->at[i].stack == b->at[i].stack;
  return same;
}

static int last(const struct list *l) {
  return l->count ? l->at[l->count - 1].step : GREQ_FREED;
}

static void tell_step(int i, int step) {
  struct event e = {.call = (uint16_t)(stack % 1000), .stack = stack};
  e.u.greq.step = (uint8_t)step;
  e.u.greq.handle = handles[i];
  greq_tell(&e);
}

/* What happens in the usual order. */
static void live(int i) {
  struct frame f = {.call = stack % 1000, .thread = &thread};
  int before = last(&truth[i]);
  int step = before == GREQ_START      ? GREQ_COMPLETE
             : before == GREQ_COMPLETE ? GREQ_FREED
                                       : GREQ_START;
  if (truth[i].count == STEPS)
    step = GREQ_START;
  append(&truth[i], step, stack);
  if (step == GREQ_START)
    untold_start(&f, handles[i]);
  else if (step == GREQ_COMPLETE ? !untold_complete(&f, handles[i])
                                 : !untold_free(&f, handles[i]))
    tell_step(i, step);
}

static int turn(int i) {
  MPI_Request request;
  memcpy(&request, &handles[i], sizeof request);
  stack++;
  if (any(4)) {
    live(i);
    return 1;
  }
  if (any(4)) /* what is kept must be fine */
    return (!untold_fine(&request, 1, GREQ_TEST) || last(&truth[i]) == GREQ_START ||
            last(&truth[i]) == GREQ_COMPLETE) &&
           (!untold_fine(&request, 1, GREQ_WAIT_ALL) || last(&truth[i]) == GREQ_COMPLETE);
  if (!truth[i].count || truth[i].count == STEPS)
    return 1;
  append(&truth[i], GREQ_CANCEL, stack);
  tell_step(i, GREQ_CANCEL);
  return is_same(&truth[i], &fed[i]);
}

int main(void) {
  int good = 1, all = 1;
  find_handles();
  for (int t = 0; t < TURNS; t++)
    good &= turn(any(HANDLES));
  untold_end();
  for (int i = 0; i < HANDLES; i++)
    all &= is_same(&truth[i], &fed[i]);
  OK(good);
  OK(all);
  OK(!wrong_place);
  events = 0;
  for (int t = 0; t < 300; t++) /* nothing but whole lives: only what they have to replace */
    stack++, live(0);
  OK(events <= STEPS);
  return tap_done();
}
