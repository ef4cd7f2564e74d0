#define _GNU_SOURCE
#define UNW_LOCAL_ONLY
#include "path.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "interpose/arch/frame.h"
#include "interpose/base/unloads.h"
#include "path_tree.h"
#include "unwinder.h"

#define PATHS_MOST 16384 /* then all are forgotten */
/* A walk by the unwinder costs about as much as this many calls of unw_backtrace, and each
 * stack that is not found costs one such call anyway. So after the first ones at most every
 * PRICE-th is walked so. The same for the single steps that have to be learned for a walk of
 * our own. */
#define PRICE 64
#define STEP_PRICE 4
#define CREDIT (64 * PRICE)
#define RULES 8192

struct paths {
  struct thread *thread;
  unsigned unloads; /* value of code_unloads() when they were walked */
  int credit;
  uint64_t earned; /* thread.seq up to which calls are in it */
  struct path_tree tree;
  struct frame_rule rules[RULES];
};

/* Steps that are known, in a table with open addressing; when a row has no room the first of it
 * is replaced. */
#define TRIES 4

static struct frame_rule *rule_place(struct frame_rule *rules, uint64_t ip, int find) {
  uint64_t at = ip * 0x9e3779b97f4a7c15u >> 48;
  for (unsigned i = 0; i < TRIES; i++) {
    struct frame_rule *r = &rules[(at + i) % RULES];
    if (r->ip == ip)
      return r;
    if (!r->ip)
      return find ? NULL : r;
  }
  return find ? NULL : &rules[at % RULES];
}

/* Where there is no information for unwinding, of which a function of one byte is the sign, the
 * unwinder guesses by what is on the stack. */
static int is_guessed(unw_cursor_t *frame) {
  unw_proc_info_t info;
  return unw_get_proc_info(frame, &info) || info.end_ip - info.start_ip <= 1;
}

static void rule_keep(struct frame_rule *rules, struct frame_rule rule, unw_cursor_t *frame) {
  if (rules && rule.base != FRAME_UNKNOWN && !is_guessed(frame))
    *rule_place(rules, rule.ip, 0) = rule;
}

/* Learns how to step from a frame, of which only these registers are known: a rule depends on
 * no others. Keeps FRAME_UNKNOWN if there is no rule. */
static void rule_learn(struct frame_rule *rules, const struct frame_place *at) {
  const uint64_t registers[REGISTERS] = {
      [REG_IP] = at->ip, [REG_SP] = at->sp, [REG_BP] = at->bp};
  struct frame_rule rule = {.ip = at->ip};
  struct walk slots = {.bp = &registers[REG_BP]};
  unw_context_t context;
  unw_cursor_t cursor, frame;
  struct unwinder u = unwinder_begin();
  frame_context(&context, registers);
  if (!unw_init_local(&cursor, &context) && !is_guessed(&cursor)) {
    frame = cursor;
    int more = unw_step(&cursor);
    if (!more)
      rule.base = FRAME_OUTERMOST;
    else if (more > 0)
      frame_note(&slots, &frame, &cursor, &context, &rule);
  }
  unwinder_end(u);
  *rule_place(rules, at->ip, 0) = rule;
}

static const struct frame_rule *rule_find(struct paths *ps, const struct frame_place *at) {
  const struct frame_rule *r = rule_place(ps->rules, at->ip, 1);
  if (r || ps->credit < STEP_PRICE)
    return r;
  ps->credit -= STEP_PRICE;
  rule_learn(ps->rules, at);
  return rule_place(ps->rules, at->ip, 1);
}

static void walk_quietly(struct walk *w, const uint64_t *registers, int keep,
                         struct frame_rule *rules) {
  unw_context_t context;
  unw_cursor_t cursor, last;
  unw_word_t ip = registers[REG_IP];
  int more = 1;
  w->count = w->slots = w->exact = 0;
  w->bp = &registers[REG_BP];
  frame_context(&context, registers);
  if (unw_init_local(&cursor, &context))
    return;
  w->exact = keep;
  while (w->count < PATH_DEPTH) {
    struct frame_rule rule = {.ip = ip};
    last = cursor;
    if ((more = unw_step(&cursor)) <= 0 || unw_get_reg(&cursor, UNW_REG_IP, &ip) || !ip) {
      rule.base = more ? FRAME_UNKNOWN : FRAME_OUTERMOST;
      rule_keep(rules, rule, &last);
      break;
    }
    w->pc[w->count++] = (void *)ip;
    w->exact = w->exact && frame_note(w, &last, &cursor, &context, &rule);
    if (w->exact)
      rule_keep(rules, rule, &last);
  }
  w->exact = w->exact && more >= 0;
}

static void walk_unwound(struct walk *w, const uint64_t *registers, int keep,
                         struct frame_rule *rules) {
  struct unwinder u = unwinder_begin();
  walk_quietly(w, registers, keep, rules);
  unwinder_end(u);
}

void path_walk(struct walk *w, const uint64_t *registers, int keep) {
  walk_unwound(w, registers, keep, NULL);
}

/* Returns 0 if it comes to a place that is not known. */
static int walk_known(struct walk *w, const uint64_t *registers, struct paths *ps) {
  struct frame_place at = {registers[REG_IP], registers[REG_SP], registers[REG_BP],
                           &registers[REG_BP]};
  w->count = w->slots = 0;
  w->exact = 1;
  while (w->count < PATH_DEPTH) {
    const struct frame_rule *r = rule_find(ps, &at);
    if (r && r->base == FRAME_OUTERMOST)
      break;
    if (!r || r->base == FRAME_UNKNOWN || !frame_step(w, &at, r))
      return 0;
    if (!at.ip)
      break;
    w->pc[w->count++] = (void *)at.ip;
  }
  return 1;
}

/* Paths belong to their thread and are freed when it ends. */

static pthread_key_t key;
static int keyed;

static void paths_free(void *value) {
  struct paths *ps = value;
  path_tree_clear(&ps->tree);
  ps->thread->paths = NULL;
  free(ps);
}

static void make_key(void) {
  keyed = !pthread_key_create(&key, paths_free);
}

static struct paths *paths_get(struct thread *t) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (t->paths)
    return t->paths;
  pthread_once(&once, make_key);
  struct paths *ps = keyed ? calloc(1, sizeof *ps) : NULL;
  if (!ps)
    return NULL;
  ps->thread = t;
  ps->credit = CREDIT;
  ps->earned = t->seq;
  ps->unloads = code_unloads();
  if (pthread_setspecific(key, ps)) {
    free(ps);
    return NULL;
  }
  return t->paths = ps;
}

static __attribute__((noinline)) uint32_t forget(struct paths *ps) {
  ps->unloads = code_unloads();
  path_tree_clear(&ps->tree);
  memset(ps->rules, 0, sizeof ps->rules);
  return 0;
}

uint32_t path_find(struct thread *t) {
  struct paths *ps = t->paths;
  if (!ps)
    return 0;
  if (ps->unloads != code_unloads())
    return forget(ps);
  return path_tree_find(&ps->tree, t);
}

/* Each call gives one. A call makes two steps of thread.seq. */
static void earn(struct paths *ps, uint64_t seq) {
  uint64_t calls = (seq - ps->earned) / 2, most = (uint64_t)(CREDIT - ps->credit);
  ps->credit += (int)(calls < most ? calls : most);
  ps->earned += 2 * calls;
}

int path_take(struct walk *w, struct thread *t) {
  struct paths *ps = paths_get(t);
  if (!ps)
    return 0;
  earn(ps, t->seq);
  if (walk_known(w, t->registers, ps))
    return 1;
  if (ps->credit < PRICE)
    return 0;
  ps->credit -= PRICE;
  walk_unwound(w, t->registers, 1, ps->rules);
  return 1;
}

void path_keep(struct thread *t, const struct walk *w, uint32_t id) {
  struct paths *ps = paths_get(t);
  size_t slots = (size_t)w->slots * sizeof *w->slot;
  struct path *p = ps && w->exact ? malloc(sizeof *p + slots) : NULL;
  if (!p)
    return;
  *p = (struct path){.caller = t->registers[REG_CALLER],
                     .ip = t->registers[REG_IP],
                     .sp = t->registers[REG_SP],
                     .id = id,
                     .slots = w->slots};
  memcpy(p->slot, w->slot, slots);
  if (ps->tree.count == PATHS_MOST)
    path_tree_clear(&ps->tree);
  path_tree_add(&ps->tree, p);
}
