/* buffers.c: chooses the bytes that the operations, loads and stores of a random program
 * access. */
#include "generate.h"
#include "include/basic.h"
#include <string.h>

static int below(struct generator *g, int n) {
  return random_below(&g->random, n);
}

static struct place one_run(int lo, int length, int stride, int count) {
  struct place p = {.runs = 1};
  p.run[0] = (struct run){lo, length, stride, count};
  return p;
}

/* Places `elements` of `size` bytes somewhere in `room` bytes: side by side, at equal
 * distances, or as two runs in any order. The place has 0 runs if there is no room. */
static struct place make_place(struct generator *g, int elements, int size, int room) {
  int kind = elements > 1 ? below(g, 10) : 0, slots = room / size;
  struct place p = {0};
  if (kind == 9 && slots >= elements + 1) {
    int gap = 1 + below(g, slots - elements), first = 1 + below(g, elements - 1);
    int lo = below(g, slots - elements - gap + 1), swap = below(g, 2);
    p.runs = 2;
    p.run[swap] = (struct run){lo * size, first * size, 0, 1};
    p.run[!swap] = (struct run){(lo + first + gap) * size, (elements - first) * size, 0, 1};
  } else if (kind >= 6 && slots >= 2 * elements - 1) {
    int step = 2 + below(g, (slots - 1) / (elements - 1) - 1);
    int lo = below(g, slots - (elements - 1) * step);
    p = one_run(lo * size, size, step * size, elements);
  } else if (slots >= elements) {
    p = one_run(below(g, slots - elements + 1) * size, elements * size, 0, 1);
  }
  return p;
}

/* Makes a local buffer: anywhere, or in the quarter of the memory where no window is. */
static struct place make_buffer(struct generator *g, int elements, int size) {
  int apart = generate_chance(g, g->apart);
  struct place p = make_place(g, elements, size, apart ? MEMORY / 4 : MEMORY);
  if (!p.runs)
    p = make_place(g, elements, size, MEMORY);
  else if (apart)
    place_move(&p, 3 * MEMORY / 4);
  return p;
}

static void choose_type(struct generator *g, struct act *c) {
  static const int types[] = {BASIC_INT32_T, BASIC_UINT32_T, BASIC_INT16_T, BASIC_INT8_T,
                              BASIC_FLOAT};
  static const int reduces[] = {REDUCE_SUM, REDUCE_MAX, REDUCE_REPLACE, REDUCE_NO_OP,
                                REDUCE_BAND};
  int fetching = c->op == RMA_GET_ACC || c->op == RMA_FETCH_OP;
  c->basic = generate_chance(g, g->same_type) ? BASIC_INT32_T : types[below(g, 5)];
  if (c->op == RMA_CAS && c->basic == BASIC_FLOAT)
    c->basic = BASIC_INT32_T;
  if (c->op != RMA_ACC && !fetching)
    return;
  do
    c->reduce = generate_chance(g, g->same_type / 2) ? REDUCE_SUM : reduces[below(g, 5)];
  while ((c->reduce == REDUCE_NO_OP && !fetching) ||
         (c->reduce == REDUCE_BAND && c->basic == BASIC_FLOAT));
}

/* The target address is the displacement plus the first byte of the place. In most operations
 * the displacement is as large as it can be. */
static void set_displacement(struct generator *g, struct act *c, const struct window *w) {
  int unit = w->unit[c->target], bytes = c->at[PART_TARGET].run[0].lo;
  c->disp = generate_chance(g, 70) ? bytes / unit : below(g, w->size[c->target] / unit);
  if (w->flavor == FLAVOR_DYNAMIC)
    c->disp += w->base[c->target];
  place_move(&c->at[PART_TARGET],
             w->flavor == FLAVOR_DYNAMIC ? w->base[c->target] - c->disp : -c->disp * unit);
}

void generate_op(struct generator *g, struct act *c) {
  static const int ops[] = {RMA_PUT,      RMA_PUT,      RMA_GET,     RMA_GET,
                            RMA_ACC,      RMA_ACC,      RMA_GET_ACC, RMA_GET_ACC,
                            RMA_FETCH_OP, RMA_FETCH_OP, RMA_CAS};
  const struct window *w = &g->p->window[c->win];
  int single, elements;
  c->kind = EVENT_OP;
  c->op = ops[below(g, 11)];
  c->target = generate_target(g, c->win);
  choose_type(g, c);
  single = c->op == RMA_FETCH_OP || c->op == RMA_CAS;
  elements = single ? 1 : 1 + below(g, 3);
  int size = basic_size(c->basic);
  int shift = generate_chance(g, 10)
                  ? below(g, size)
                  : 0; /* so that elements of two operations overlap in part */
  c->at[PART_TARGET] = make_place(g, elements, size, w->size[c->target] - shift);
  place_move(&c->at[PART_TARGET], shift);
  set_displacement(g, c, w);
  if (c->reduce != REDUCE_NO_OP)
    c->at[PART_ORIGIN] = make_buffer(g, elements, size);
  if (c->op >= RMA_GET_ACC)
    c->at[PART_RESULT] = make_buffer(g, elements, size);
  if (c->op == RMA_CAS)
    c->at[PART_COMPARE] = make_buffer(g, elements, size);
  if (!single && generate_chance(g, 20) && g->request[c->rank] < REQUESTS - 1)
    c->request = g->request[c->rank] + 1;
}

void generate_access(struct generator *g, struct act *c) {
  c->flag = generate_chance(g, 50);
  c->polls = !c->flag && generate_chance(g, g->polls);
  c->mpi = !c->polls && generate_chance(g, 30);
  c->at[PART_ORIGIN] = make_buffer(g, c->polls ? 1 : 1 + below(g, 3), 1 << below(g, 3));
  if (c->mpi && generate_chance(g, 50) && g->request[c->rank] < REQUESTS - 1)
    c->request = g->request[c->rank] + 1;
}
