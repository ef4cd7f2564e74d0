#include "program.h"
#include "include/basic.h"
#include <string.h>

struct act call_make(int kind, int rank, int win) {
  struct act c;
  memset(&c, 0, sizeof c);
  c.kind = kind;
  c.rank = rank;
  c.win = win;
  c.target = -1;
  return c;
}

int program_line(const struct program *p, int call) {
  const struct act *c = &p->call[call];
  return c->line ? ACTS + 1 + c->line : call + 1;
}

int window_index(const struct window *w, int rank) {
  for (int i = 0; i < w->count; i++)
    if (w->member[i] == rank)
      return i;
  return -1;
}

static uint64_t bits(int lo, int length) {
  if (length <= 0)
    return 0;
  return (length >= MEMORY ? ~UINT64_C(0) : (UINT64_C(1) << length) - 1) << lo;
}

uint64_t window_bytes(const struct window *w, int index) {
  return bits(w->base[index], w->size[index]);
}

int basic_size(int basic) {
  return basic == BASIC_INT8_T || basic == BASIC_BYTE ? 1 : basic == BASIC_INT16_T ? 2 : 4;
}

uint64_t place_bytes(const struct place *p, int base) {
  uint64_t all = 0;
  for (int i = 0; i < p->runs; i++)
    for (int k = 0; k < p->run[i].count; k++)
      all |= bits(base + p->run[i].lo + k * p->run[i].stride, p->run[i].length);
  return all;
}

static uint64_t place_starts(const struct place *p, int base, int size) {
  uint64_t all = 0;
  for (int i = 0; i < p->runs; i++)
    for (int k = 0; k < p->run[i].count; k++)
      for (int at = 0; at < p->run[i].length; at += size)
        all |= bits(base + p->run[i].lo + k * p->run[i].stride + at, 1);
  return all;
}

int place_size(const struct place *p) {
  int size = 0;
  for (int i = 0; i < p->runs; i++)
    size += p->run[i].count * p->run[i].length;
  return size;
}

void place_move(struct place *p, int by) {
  for (int i = 0; i < p->runs; i++)
    p->run[i].lo += by;
}

static int target_base(const struct program *p, const struct act *c) {
  const struct window *w = &p->window[c->win];
  return w->flavor == FLAVOR_DYNAMIC ? c->disp
                                     : w->base[c->target] + c->disp * w->unit[c->target];
}

uint64_t call_bytes(const struct program *p, const struct act *c, enum part part) {
  return place_bytes(&c->at[part], part == PART_TARGET ? target_base(p, c) : 0);
}

static int place_inside(const struct place *p, int base) {
  for (int i = 0; i < p->runs; i++) {
    const struct run *r = &p->run[i];
    int lo = base + r->lo;
    if (lo < 0 || lo + (r->count - 1) * r->stride + r->length > MEMORY)
      return 0;
  }
  return 1;
}

int call_inside(const struct program *p, const struct act *c) {
  for (int i = 0; i < PARTS; i++)
    if (!place_inside(&c->at[i], i == PART_TARGET && c->win ? target_base(p, c) : 0))
      return 0;
  return 1;
}

uint64_t call_elements(const struct program *p, const struct act *c) {
  return place_starts(&c->at[PART_TARGET], target_base(p, c), basic_size(c->basic));
}

int call_fetches(const struct act *c) {
  return c->op == RMA_GET || c->op == RMA_GET_ACC || c->op == RMA_FETCH_OP || c->op == RMA_CAS;
}

uint64_t random_next(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

int random_below(uint64_t *state, int n) {
  return n > 0 ? (int)(random_next(state) % (uint64_t)n) : 0;
}
