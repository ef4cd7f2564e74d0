/* flags.c: adds calls by which ranks order themselves: one puts a flag, another polls it. */
#include "generate.h"
#include "include/basic.h"

#define SIZE 4 /* of data and of a flag */

static struct place word(int at) {
  struct place p = {.runs = 1};
  p.run[0] = (struct run){at, SIZE, 0, 1};
  return p;
}

/* Adds a put to the word with this number in the target's window. */
static int put(struct generator *g, int win, int from, int to, int number) {
  const struct window *w = &g->p->window[win];
  struct act c = call_make(EVENT_OP, w->member[from], win);
  c.op = RMA_PUT;
  c.basic = BASIC_INT32_T;
  c.target = to;
  c.at[PART_TARGET] = word(number * SIZE);
  c.at[PART_ORIGIN] = word(3 * MEMORY / 4 + SIZE * random_below(&g->random, 4));
  if (w->flavor == FLAVOR_DYNAMIC)
    c.disp = w->base[to];
  return generate_add(g, &c, 1, 0);
}

static void flush(struct generator *g, int win, int from, int to) {
  struct act c = call_make(EVENT_FLUSH, g->p->window[win].member[from], win);
  c.target = to;
  if (generate_chance(g, 80))
    generate_add(g, &c, 1, 0);
}

static void load(struct generator *g, int win, int by, int number, int polls) {
  const struct window *w = &g->p->window[win];
  struct act c = call_make(EVENT_ACCESS, w->member[by], 0);
  c.polls = polls;
  c.flag = !polls && generate_chance(g, 20);
  c.at[PART_ORIGIN] = word(w->base[by] + number * SIZE);
  generate_add(g, &c, 1, 0);
}

/* The first two words of the window are used: the first is the flag, the second the data. */
static int pass(struct generator *g, int win, int from, int to) {
  if (generate_chance(g, 80) && !put(g, win, from, to, 1))
    return 0;
  flush(g, win, from, to);
  if (!put(g, win, from, to, 0))
    return 0;
  flush(g, win, from, to);
  for (int i = random_below(&g->random, 3); i; i--)
    load(g, win, to, 0, 1);
  if (generate_chance(g, 80))
    load(g, win, to, 1, 0);
  return 1;
}

int generate_flags(struct generator *g, int win, int from, int to) {
  int rounds = 1 + random_below(&g->random, 4);
  for (int i = 0; i < rounds; i++)
    if (!(i % 2 ? pass(g, win, to, from) : pass(g, win, from, to)))
      return i > 0;
  return 1;
}
