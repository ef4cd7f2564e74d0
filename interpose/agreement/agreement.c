#include "agreement.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "include/call.h"
#include "include/hash.h"
#include "interpose/base/lock.h"
#include "interpose/base/note.h"
#include "interpose/base/world.h"
#include "interpose/stack/stack.h"
#include "report/journal/journal.h"

enum { KINDS_MOST = 4096, LOGS_MOST = 256 };

/* How many processes the kinds of one line may name in amounts, and all; what one counts at
 * least. */
enum { NAMED_MOST = 4096, NAMED_IN_ALL = 32768, NAMED_LEAST = 16 };

struct promise_kind {
  struct promise promise;
  struct amounts *amounts; /* or NULL */
  unsigned number;
  UT_hash_handle hh;
};

/* What is compared of a promise. */
#define PROMISE_KEY offsetof(struct promise, parts)

/* A line that makes such calls. */
struct promise_line {
  uint32_t stack;
  int named;
  UT_hash_handle hh;
};

static struct owned_lock lock = LOCK_INITIALIZER;
static struct promise_line *lines;
static int named; /* of all lines */
static struct promise_kind *kinds;
static struct agreement_log *logs[LOGS_MOST];
static int log_count;

static void write_numbers(struct note_text *out, const uint64_t *number, int count) {
  note_numbers(out, (const int64_t *)number, count);
}

/* A number for each process; -1: AMOUNT_NONE. */
static void write_side(struct note_text *out, const struct amounts_side *s, int count) {
  note_put(out, ",[");
  note_numbers(out, (int64_t[]){s->basic, s->element}, 2);
  note_put(out, ",[");
  write_numbers(out, s->bytes, count);
  note_put(out, "],[");
  write_numbers(out, s->type, s->typed ? count : 0);
  note_put(out, "]]");
}

void agreement_write_parts(struct note_text *out, const uint64_t *part, int parts) {
  note_put(out, "[");
  write_numbers(out, part, parts);
  note_put(out, "]");
}

static void write_kind(struct note_text *out, const struct promise *p,
                       const struct amounts *a) {
  stack_define(p->stack);
  const int64_t number[] = {p->root,   p->reduce, p->basic,     p->element, p->bytes,
                            p->thread, p->stack,  p->arguments, p->side,    p->on};
  note_put(out, "[\"");
  note_put(out, call_name(p->call));
  note_put(out, "\",");
  note_numbers(out, number, 10);
  note_put(out, ",");
  agreement_write_parts(out, p->part, p->parts);
  note_put(out, ",");
  note_number(out, (int64_t)p->edges);
  if (a) {
    note_put(out, ",[");
    note_number(out, a->me);
    write_side(out, &a->sent, a->count);
    write_side(out, &a->received, a->count);
    note_put(out, "]");
  }
  note_put(out, "]");
}

static void tell(const struct promise *p, const struct agreed *of, const struct amounts *a) {
  struct note_text note = {0}, *out = &note;
  note_put(out, "{\"record\":\"promise\",\"comm\":");
  note_hex(out, of->id);
  note_put(out, ",\"number\":");
  note_number(out, (int64_t)of->calls);
  note_put(out, ",\"kind\":");
  write_kind(out, p, a);
  note_put(out, "}");
  note_end(&note, NULL);
}

static void begin_side(struct amounts_side *s, int count) {
  s->basic = s->element = 0;
  s->typed = 0;
  for (int i = 0; i < count; i++) {
    s->bytes[i] = AMOUNT_NONE;
    s->type[i] = 0;
  }
}

/* What lies behind the last process is never looked at. */
void amounts_begin(struct amounts *a, int count, int me) {
  a->count = count;
  a->me = me;
  a->always = 0;
  begin_side(&a->sent, count);
  begin_side(&a->received, count);
}

static uint64_t mix_side(uint64_t h, const struct amounts_side *s, int count) {
  h = hash_mix(h, (uint64_t)s->basic << 32 | (uint64_t)s->element << 1 | (s->typed != 0));
  for (int i = 0; i < count; i++)
    h = hash_mix(h, s->bytes[i]);
  for (int i = 0; s->typed && i < count; i++)
    h = hash_mix(h, s->type[i]);
  return h;
}

uint64_t amounts_hash(const struct amounts *a) {
  uint64_t h = hash_mix((uint64_t)a->count, (uint64_t)a->me);
  h = mix_side(mix_side(h, &a->sent, a->count), &a->received, a->count);
  return h ? h : 1;
}

/* A line whose amounts change with each call must not take the room of others. */
static int takes_room(uint32_t stack, const struct amounts *a) {
  struct promise_line *l;
  int more = a->count > NAMED_LEAST ? a->count : NAMED_LEAST;
  HASH_FIND(hh, lines, &stack, sizeof stack, l);
  if (!l && (l = calloc(1, sizeof *l))) {
    l->stack = stack;
    HASH_ADD(hh, lines, stack, sizeof l->stack, l);
    if (!l->hh.tbl) {
      free(l);
      l = NULL;
    }
  }
  if (!l || l->named + more > NAMED_MOST || named + more > NAMED_IN_ALL)
    return 0;
  l->named += more;
  named += more;
  return 1;
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
  lock_take(&lock);
  HASH_FIND(hh, kinds, p, PROMISE_KEY, k);
  if (!k && HASH_COUNT(kinds) < KINDS_MOST && (!a || a->always || takes_room(p->stack, a)) &&
      (k = calloc(1, sizeof *k))) {
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
  lock_leave(&lock);
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
  lock_take(&lock);
  note_locked(of, kind);
  lock_leave(&lock);
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
static void write_calls(struct note_text *out, const uint16_t *kind, uint64_t begin,
                        uint64_t end) {
  note_put(out, "\"");
  for (uint64_t i = begin, run; kind && i < end; i += run) {
    unsigned one = kind[i % LOG_MOST];
    for (run = 1; i + run < end && kind[(i + run) % LOG_MOST] == one;)
      run++;
    note_put(out, i > begin ? "," : "");
    note_number(out, one);
    if (run > 1) {
      note_put(out, "*");
      note_number(out, (int64_t)run);
    }
  }
  note_put(out, "\"");
}

static void write_log(struct note_text *out, const struct agreement_log *l) {
  uint64_t calls = l->calls;
  note_put(out, "{\"comm\":");
  note_hex(out, l->id);
  note_put(out, ",\"size\":");
  note_number(out, l->size);
  note_put(out, l->failed ? ",\"failed\":true,\"made\":" : ",\"failed\":false,\"made\":");
  note_number(out, (int64_t)calls);
  note_put(out, ",\"calls\":");
  write_calls(out, l->kind, 0, calls < l->room ? calls : l->room);
  if (l->late && calls > LOG_MOST) {
    uint64_t begin = calls > 2 * LOG_MOST ? calls - LOG_MOST : LOG_MOST;
    note_put(out, ",\"from\":");
    note_number(out, (int64_t)begin);
    note_put(out, ",\"late\":");
    write_calls(out, l->late, begin, calls);
  }
  note_put(out, "}");
}

static void write_all(struct note_text *out) {
  const char *comma = "";
  for (struct promise_kind *k = kinds; k; k = k->hh.next, comma = ",") {
    note_put(out, comma);
    write_kind(out, &k->promise, k->amounts);
  }
  note_put(out, "],\"comms\":[");
  for (int i = 0; i < log_count; i++) {
    note_put(out, i ? "," : "");
    write_log(out, logs[i]);
  }
}

void agreement_write(void) {
  struct note_text note = {0}, *out = &note;
  if (!world.journal)
    return;
  lock_take(&lock);
  int whole = log_count < LOGS_MOST && world_state == WORLD_ON;
  note_put(out, whole ? "{\"record\":\"agreement\",\"whole\":true,\"kinds\":["
                      : "{\"record\":\"agreement\",\"whole\":false,\"kinds\":[");
  write_all(out);
  lock_leave(&lock);
  note_put(out, "]}");
  note_end(&note, NULL);
}
