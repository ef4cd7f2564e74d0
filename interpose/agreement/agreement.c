#include "agreement.h"
#include <pthread.h>
#include <stddef.h>
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

/* What is compared of a promise. */
#define PROMISE_KEY offsetof(struct promise, parts)

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

json_t *agreement_parts(const uint64_t *part, int parts) {
  json_t *all = json_array();
  for (int i = 0; i < parts; i++)
    json_array_append_new(all, json_integer((json_int_t)part[i]));
  return all;
}

static json_t *kind_json(const struct promise *p, const struct amounts *a) {
  stack_define(p->stack);
  json_t *kind =
      json_pack("[s, i, i, i, i, I, i, I, I, i, i, o]", call_name(p->call), (int)p->root,
                (int)p->reduce, (int)p->basic, (int)p->element, (json_int_t)p->bytes,
                (int)p->thread, (json_int_t)p->stack, (json_int_t)p->arguments, (int)p->side,
                (int)p->on, agreement_parts(p->part, p->parts));
  if (a)
    json_array_append_new(kind, json_pack("[i, o, o]", a->me, side_json(&a->sent, a->count),
                                          side_json(&a->received, a->count)));
  return kind;
}

static void tell(const struct promise *p, const struct agreed *of, const struct amounts *a) {
  char id[24];
  snprintf(id, sizeof id, "%llx", (unsigned long long)of->id);
  world_note(json_pack("{s:s, s:s, s:I, s:o}", "record", "promise", "comm", id, "number",
                       (json_int_t)agreement_calls(of), "kind", kind_json(p, a)));
}

static struct amounts *copy_of(const struct amounts *a) {
  struct amounts *copy = a ? malloc(sizeof *copy) : NULL;
  if (copy)
    *copy = *a;
  return copy;
}

unsigned agreement_kind(const struct promise *p, const struct agreed *of,
                        const struct amounts *a) {
  struct promise_kind *k;
  int first = 0;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, kinds, p, PROMISE_KEY, k);
  if (!k && HASH_COUNT(kinds) < KINDS_MOST && (k = calloc(1, sizeof *k))) {
    k->promise = *p;
    k->amounts = copy_of(a);
    k->number = HASH_COUNT(kinds) + 1;
    first = 1;
    HASH_ADD(hh, kinds, promise, PROMISE_KEY, k);
    if (!k->hh.tbl) {
      free(k);
      k = NULL;
    }
  }
  unsigned number = k ? k->number : 0;
  pthread_mutex_unlock(&lock);
  if (number && first && world.journal)
    tell(p, of, a);
  return number;
}

static struct agreement_log *log_of(struct agreed *of) {
  if (of->log || log_count == LOGS_MOST)
    return of->log;
  struct agreement_log *l = calloc(1, sizeof *l);
  if (l) {
    l->id = of->id;
    l->size = of->size;
    logs[log_count++] = l;
  }
  return of->log = l;
}

static void note_early(struct agreement_log *l, unsigned kind) {
  if (l->calls >= l->room) {
    uint32_t room = l->room ? l->room * 2 : 64;
    uint16_t *more = realloc(l->kind, room * sizeof *more);
    if (more) {
      l->kind = more;
      l->room = room;
    }
  }
  if (l->calls < l->room)
    l->kind[l->calls] = (uint16_t)kind;
}

static void note_locked(struct agreed *of, unsigned kind) {
  struct agreement_log *l = log_of(of);
  if (!l)
    return;
  if (l->calls < LOG_MOST)
    note_early(l, kind);
  else if (l->late || (l->late = calloc(LOG_MOST, sizeof *l->late)))
    l->late[l->calls % LOG_MOST] = (uint16_t)kind;
  l->calls++;
}

void agreement_note_shared(struct agreed *of, unsigned kind) {
  pthread_mutex_lock(&lock);
  note_locked(of, kind);
  pthread_mutex_unlock(&lock);
}

void agreement_note_more(struct agreed *of, unsigned kind) {
  struct agreement_log *l = of->log;
  if (l && l->late) {
    l->late[l->calls++ % LOG_MOST] = (uint16_t)kind;
    return;
  }
  agreement_note_shared(of, kind);
}

void agreement_failed(struct agreed *of, int refused) {
  struct agreement_log *l = of->log;
  if (l && refused && l->calls)
    l->calls--;
  else if (l)
    l->failed = 1;
}

/* "3*12,4": twelve calls of kind 3 and one of kind 4. `kind`: of the calls from `begin` to
 * `end`, by their numbers modulo LOG_MOST. */
static json_t *calls_json(const uint16_t *kind, uint64_t begin, uint64_t end) {
  char *text = NULL;
  size_t n = 0;
  FILE *out = open_memstream(&text, &n);
  for (uint64_t i = begin, run; out && kind && i < end; i += run) {
    unsigned one = kind[i % LOG_MOST];
    for (run = 1; i + run < end && kind[(i + run) % LOG_MOST] == one;)
      run++;
    fprintf(out, run > 1 ? "%s%u*%llu" : "%s%u", i > begin ? "," : "", one,
            (unsigned long long)run);
  }
  int bad = !out || fclose(out);
  json_t *json = json_string(bad || !text ? "" : text);
  free(text);
  return json;
}

static json_t *log_json(const struct agreement_log *l) {
  char id[24];
  uint64_t calls = l->calls;
  snprintf(id, sizeof id, "%llx", (unsigned long long)l->id);
  json_t *log = json_pack("{s:s, s:i, s:b, s:I, s:o}", "comm", id, "size", (int)l->size,
                          "failed", l->failed, "made", (json_int_t)calls, "calls",
                          calls_json(l->kind, 0, calls < l->room ? calls : l->room));
  if (l->late && calls > LOG_MOST) {
    uint64_t begin = calls > 2 * LOG_MOST ? calls - LOG_MOST : LOG_MOST;
    json_object_set_new(log, "from", json_integer((json_int_t)begin));
    json_object_set_new(log, "late", calls_json(l->late, begin, calls));
  }
  return log;
}

void agreement_write(void) {
  if (!world.journal)
    return;
  json_t *all = json_array(), *comms = json_array();
  pthread_mutex_lock(&lock);
  for (struct promise_kind *k = kinds; k; k = k->hh.next)
    json_array_append_new(all, kind_json(&k->promise, k->amounts));
  for (int i = 0; i < log_count; i++)
    json_array_append_new(comms, log_json(logs[i]));
  int whole = log_count < LOGS_MOST && world_state == WORLD_ON;
  pthread_mutex_unlock(&lock);
  world_note(json_pack("{s:s, s:b, s:o, s:o}", "record", "agreement", "whole", whole, "kinds",
                       all, "comms", comms));
}
