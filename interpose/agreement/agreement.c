#include "agreement.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "include/call.h"
#include "include/hash.h"
#include "interpose/base/world.h"
#include "interpose/stack/stack.h"
#include "report/journal/journal.h"

enum { KINDS_MOST = 4096, LOGS_MOST = 256 };

struct promise_kind {
  struct promise promise;
  struct amounts *amounts; /* or NULL */
  unsigned number;
  UT_hash_handle hh;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct promise_kind *kinds;
static struct agreement_log *logs[LOGS_MOST];
static int log_count;

/* A number for each process; -1: AMOUNT_NONE. */
static json_t *side_json(const struct amounts_side *s, int count) {
  json_t *bytes = json_array();
  for (int i = 0; i < count; i++)
    json_array_append_new(bytes, json_integer((json_int_t)s->bytes[i]));
  return json_pack("[i, i, o]", (int)s->basic, (int)s->element, bytes);
}

static json_t *kind_json(const struct promise *p, const struct amounts *a) {
  stack_define(p->stack);
  json_t *kind = json_pack("[s, i, i, i, i, I, i, I, I]", call_name(p->call), (int)p->root,
                           (int)p->reduce, (int)p->basic, (int)p->element, (json_int_t)p->bytes,
                           (int)p->thread, (json_int_t)p->stack, (json_int_t)p->arguments);
  if (a)
    json_array_append_new(kind, json_pack("[i, o, o]", a->me, side_json(&a->sent, a->count),
                                          side_json(&a->received, a->count)));
  return kind;
}

static void tell(const struct promise *p, const struct comm *c, const struct amounts *a) {
  char id[24];
  snprintf(id, sizeof id, "%llx", (unsigned long long)c->id);
  world_note(json_pack("{s:s, s:s, s:I, s:o}", "record", "promise", "comm", id, "number",
                       (json_int_t)(c->agreed ? c->agreed->calls : 0), "kind",
                       kind_json(p, a)));
}

static struct amounts *copy_of(const struct amounts *a) {
  struct amounts *copy = a ? malloc(sizeof *copy) : NULL;
  if (copy)
    *copy = *a;
  return copy;
}

unsigned agreement_kind(const struct promise *p, const struct comm *c,
                        const struct amounts *a) {
  struct promise_kind *k;
  int first = 0;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, kinds, p, sizeof *p, k);
  if (!k && HASH_COUNT(kinds) < KINDS_MOST && (k = calloc(1, sizeof *k))) {
    k->promise = *p;
    k->amounts = copy_of(a);
    k->number = HASH_COUNT(kinds) + 1;
    first = 1;
    HASH_ADD(hh, kinds, promise, sizeof k->promise, k);
    if (!k->hh.tbl) {
      free(k);
      k = NULL;
    }
  }
  unsigned number = k ? k->number : 0;
  pthread_mutex_unlock(&lock);
  if (number && first && world.journal)
    tell(p, c, a);
  return number;
}

static struct agreement_log *log_of(struct comm *c) {
  if (c->agreed || log_count == LOGS_MOST)
    return c->agreed;
  struct agreement_log *l = calloc(1, sizeof *l);
  if (l) {
    l->id = c->id;
    logs[log_count++] = l;
  }
  return c->agreed = l;
}

void agreement_grow(struct comm *c) {
  pthread_mutex_lock(&lock);
  struct agreement_log *l = log_of(c);
  uint32_t room = l && l->room ? l->room * 2 : 64;
  uint16_t *kind = l ? realloc(l->kind, room * sizeof *kind) : NULL;
  if (kind) {
    l->kind = kind;
    l->room = room;
  }
  pthread_mutex_unlock(&lock);
}

void agreement_take_back(struct comm *c) {
  struct agreement_log *l = c->agreed;
  if (l && l->calls)
    l->calls--;
}

/* "3*12,4": twelve calls of kind 3 and one of kind 4. */
static json_t *calls_json(const struct agreement_log *l) {
  char *text = NULL;
  size_t n = 0;
  uint32_t calls = l->calls < l->room ? l->calls : l->room;
  FILE *out = open_memstream(&text, &n);
  for (uint32_t i = 0, run; out && i < calls; i += run) {
    for (run = 1; i + run < calls && l->kind[i + run] == l->kind[i];)
      run++;
    fprintf(out, run > 1 ? "%s%u*%u" : "%s%u", i ? "," : "", (unsigned)l->kind[i],
            (unsigned)run);
  }
  int bad = !out || fclose(out);
  json_t *json = json_string(bad || !text ? "" : text);
  free(text);
  return json;
}

void agreement_write(void) {
  if (!log_count || !world.journal)
    return;
  json_t *all = json_array(), *comms = json_array();
  pthread_mutex_lock(&lock);
  for (struct promise_kind *k = kinds; k; k = k->hh.next)
    json_array_append_new(all, kind_json(&k->promise, k->amounts));
  for (int i = 0; i < log_count; i++) {
    char id[24];
    snprintf(id, sizeof id, "%llx", (unsigned long long)logs[i]->id);
    json_array_append_new(comms,
                          json_pack("{s:s, s:o}", "comm", id, "calls", calls_json(logs[i])));
  }
  pthread_mutex_unlock(&lock);
  world_note(json_pack("{s:s, s:o, s:o}", "record", "agreement", "kinds", all, "comms", comms));
}
