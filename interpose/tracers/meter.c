#define _GNU_SOURCE
#include "meter.h"
#include <time.h>
#include "interpose/entry/thread.h"

#define FIRST 8
#define LOOK_EVERY 8
#define PERIOD 500000000u /* ns */
#define MOMENT (PERIOD / SPENDING_SHARE)

static uint64_t now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t spending_now(void) {
  return now(CLOCK_MONOTONIC);
}

/* Where in a period it lies moves on by the golden ratio. */
static int is_moment(void) {
  uint64_t t = now(CLOCK_REALTIME);
  uint32_t turn = (uint32_t)(t / PERIOD) * 2654435769u;
  uint64_t from = (uint64_t)turn * (PERIOD - MOMENT) >> 32;
  return t % PERIOD - from < MOMENT;
}

void spending_begin(struct spending *s, uint64_t free, unsigned share) {
  s->began = spending_now();
  s->free = free;
  s->share = share;
}

void spending_begin_together(struct spending *s, uint64_t free) {
  spending_begin(s, free, SPENDING_SHARE);
  s->together = 1;
}

struct line *spending_line(struct spending *s) {
  uintptr_t caller = thread_current ? thread_current->registers[REG_CALLER] : 0;
  struct line *l = &s->line[(caller * 0x9e3779b97f4a7c15u >> 40) % LINES];
  if (l->caller != caller)
    *l = (struct line){caller, 0, 0};
  return l;
}

int spending_first(struct line *l) {
  return l->times < FIRST && ++l->times;
}

int spending_affords(const struct spending *s, uint64_t cost) {
  if (s->spent + cost < s->free)
    return 1;
  return s->spent + cost < s->free + (spending_now() - s->began) / s->share &&
         (!s->together || is_moment());
}

int spending_allows(struct spending *s, uint64_t cost) {
  if (s->exhausted && ++s->asked % LOOK_EVERY)
    return 0;
  int allowed = spending_affords(s, cost);
  s->exhausted = !allowed && cost < s->free / 8;
  return allowed;
}

void spending_add(struct spending *s, uint64_t from) {
  s->spent += spending_now() - from;
}
