#include "agreement.h"
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "include/call.h"
#include "include/hash.h"
#include "interpose/base/note.h"
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

static void write_numbers(FILE *out, const uint64_t *number, int count) {
  for (int i = 0; i < count; i++)
    fprintf(out, i ? ",%lld" : "%lld", (long long)number[i]);
}

/* A number for each process; -1: AMOUNT_NONE. */
static void write_side(FILE *out, const struct amounts_side *s, int count) {
  fprintf(out, ",[%d,%d,[", (int)s->basic, (int)s->element);
  write_numbers(out, s->bytes, count);
  fputs("],[", out);
  write_numbers(out, s->type, s->typed ? count : 0);
  fputs("]]", out);
}

void agreement_write_parts(FILE *out, const uint64_t *part, int parts) {
  fputc('[', out);
  write_numbers(out, part, parts);
  fputc(']', out);
}

static void write_kind(FILE *out, const struct promise *p, const struct amounts *a) {
  stack_define(p->stack);
  fprintf(out, "[\"%s\",%d,%d,%d,%d,%lld,%d,%u,%lld,%d,%d,", call_name(p->call), (int)p->root,
          (int)p->reduce, (int)p->basic, (int)p->element, (long long)p->bytes, (int)p->thread,
          (unsigned)p->stack, (long long)p->arguments, (int)p->side, (int)p->on);
  agreement_write_parts(out, p->part, p->parts);
  fprintf(out, ",%lld", (long long)p->edges);
  if (a) {
    fprintf(out, ",[%d", a->me);
    write_side(out, &a->sent, a->count);
    write_side(out, &a->received, a->count);
    fputc(']', out);
  }
  fputc(']', out);
}

static void tell(const struct promise *p, const struct agreed *of, const struct amounts *a) {
  struct note_text note;
  FILE *out = note_begin(&note);
  if (!out)
    return;
  fprintf(out, "{\"record\":\"promise\",\"comm\":\"%llx\",\"number\":%lld,\"kind\":",
          (unsigned long long)of->id, (long long)of->calls);
  write_kind(out, p, a);
  fputc('}', out);
  note_end(&note, NULL);
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
  of->calls++;
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
    of->calls++;
    l->late[l->calls++ % LOG_MOST] = (uint16_t)kind;
    return;
  }
  agreement_note_shared(of, kind);
}

void agreement_failed(struct agreed *of, int refused) {
  struct agreement_log *l = of->log;
  if (refused && of->calls)
    of->calls--;
  if (l && refused && l->calls)
    l->calls--;
  else if (l)
    l->failed = 1;
}

/* "3*12,4": twelve calls of kind 3 and one of kind 4. `kind`: of the calls from `begin` to
 * `end`, by their numbers modulo LOG_MOST. */
static void write_calls(FILE *out, const uint16_t *kind, uint64_t begin, uint64_t end) {
  fputc('"', out);
  for (uint64_t i = begin, run; kind && i < end; i += run) {
    unsigned one = kind[i % LOG_MOST];
    for (run = 1; i + run < end && kind[(i + run) % LOG_MOST] == one;)
      run++;
    fprintf(out, run > 1 ? "%s%u*%llu" : "%s%u", i > begin ? "," : "", one,
            (unsigned long long)run);
  }
  fputc('"', out);
}

static void write_log(FILE *out, const struct agreement_log *l) {
  uint64_t calls = l->calls;
  fprintf(out, "{\"comm\":\"%llx\",\"size\":%d,\"failed\":%s,\"made\":%lld,\"calls\":",
          (unsigned long long)l->id, (int)l->size, l->failed ? "true" : "false",
          (long long)calls);
  write_calls(out, l->kind, 0, calls < l->room ? calls : l->room);
  if (l->late && calls > LOG_MOST) {
    uint64_t begin = calls > 2 * LOG_MOST ? calls - LOG_MOST : LOG_MOST;
    fprintf(out, ",\"from\":%lld,\"late\":", (long long)begin);
    write_calls(out, l->late, begin, calls);
  }
  fputc('}', out);
}

static void write_all(FILE *out) {
  const char *comma = "";
  for (struct promise_kind *k = kinds; k; k = k->hh.next, comma = ",") {
    fputs(comma, out);
    write_kind(out, &k->promise, k->amounts);
  }
  fputs("],\"comms\":[", out);
  for (int i = 0; i < log_count; i++) {
    fputs(i ? "," : "", out);
    write_log(out, logs[i]);
  }
}

void agreement_write(void) {
  struct note_text note;
  FILE *out = world.journal ? note_begin(&note) : NULL;
  if (!out)
    return;
  pthread_mutex_lock(&lock);
  fprintf(out, "{\"record\":\"agreement\",\"whole\":%s,\"kinds\":[",
          log_count < LOGS_MOST && world_state == WORLD_ON ? "true" : "false");
  write_all(out);
  pthread_mutex_unlock(&lock);
  fputs("]}", out);
  note_end(&note, NULL);
}
