#include "letters.h"
#include "agreement.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "include/call.h"
#include "include/hash.h"
#include "interpose/base/note.h"
#include "interpose/base/world.h"
#include "interpose/data/signature.h"
#include "interpose/data/type.h"
#include "interpose/handles/comm.h"
#include "interpose/stack/stack.h"

struct letter_kind {
  struct letter_what { /* zeroed before it is filled: compared as bytes */
    uint16_t call, basic, element, sent;
    int32_t thread;
    uint32_t stack;
    int64_t bytes;
    int64_t parts; /* of what it is made, if of several predefined datatypes; else 0 */
    uint64_t part[SIGNATURE_PARTS];
  } what;
  unsigned number;
  UT_hash_handle hh;
};

struct letter_part {
  uint64_t number, count; /* count of the last one of a log: see letter_log.next */
  unsigned kind;
};

struct kept_letters {
  struct letter_log log; /* first */
  struct letter_place {
    int64_t sent, rank;
    uint64_t key;
  } place;
  uint64_t end; /* the first message that does not count */
  struct letter_part *part;
  unsigned parts, room;
  UT_hash_handle hh;
};

/* The watchdog writes what others note. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct letter_kind *kinds, *by_number[LETTER_KINDS_MOST + 1];
static struct kept_letters *logs;
static unsigned runs;
static _Atomic int ended;

static struct letter_what what_of(const struct frame *f, int sent, int64_t count,
                                  MPI_Datatype type) {
  struct letter_what w;
  struct event_data one;
  memset(&w, 0, sizeof w);
  type_describe(&one, 0, 1, type);
  w.call = (uint16_t)f->call;
  w.sent = (uint16_t)sent;
  w.thread = f->thread->number;
  w.stack = stack_capture(f->thread);
  w.basic = one.basic;
  w.element = one.element;
  w.bytes = one.present ? count * one.size : -1;
  const uint64_t *part;
  w.parts = type_parts(type, &part);
  if (w.parts)
    memcpy(w.part, part, (size_t)w.parts * sizeof *part);
  return w;
}

static unsigned find_kind(const struct frame *f, int sent, int64_t count, MPI_Datatype type,
                          int *first) {
  struct letter_kind *k;
  struct letter_what what = what_of(f, sent, count, type);
  if (what.bytes < 0)
    return 0;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, kinds, &what, sizeof what, k);
  if (!k && HASH_COUNT(kinds) < LETTER_KINDS_MOST && (k = calloc(1, sizeof *k))) {
    k->what = what;
    k->number = HASH_COUNT(kinds) + 1;
    by_number[k->number] = k;
    HASH_ADD(hh, kinds, what, sizeof k->what, k);
    *first = 1;
  }
  pthread_mutex_unlock(&lock);
  return k ? k->number : 0;
}

/* What was found last; only one thread at a time comes here. */
#define RECENT 64
static struct recent_kind {
  uint64_t caller, changes;
  int64_t count;
  MPI_Datatype type;
  int call, sent;
  unsigned kind;
} recent_kinds[RECENT];
static struct kept_letters *recent_logs[RECENT];

static unsigned slot_of(uint64_t n) {
  return (unsigned)(n * 0x9e3779b97f4a7c15u >> 58);
}

/* Returns how many of its last messages another thread is sending now. */
static uint64_t under_way(const struct kept_letters *l) {
  const struct letter_what *w =
      l->place.sent && l->log.kind ? &by_number[l->log.kind]->what : NULL;
  for (const struct thread *t = thread_first(); w && t; t = t->next)
    if (t->number == w->thread && t != thread_current && t->depth)
      return t->call == CALL_Startall ? l->log.next
                                      : t->call == w->call || t->call == CALL_Start;
  return 0;
}

/* A message of the calling thread may overtake those that are under way. */
static void end_all(void) {
  pthread_mutex_lock(&lock);
  for (struct kept_letters *l = logs; l && !ended; l = l->hh.next)
    l->end = l->log.next - under_way(l);
  ended = 1;
  pthread_mutex_unlock(&lock);
}

static int numbers_are_certain(void) {
  if (one_thread_calls())
    return 1;
  if (!ended)
    end_all();
  return 0;
}

unsigned letters_kind(const struct frame *f, int sent, int64_t count, MPI_Datatype type,
                      int *first) {
  *first = 0;
  if (!numbers_are_certain() || count < 0 || type == MPI_DATATYPE_NULL)
    return 0;
  uint64_t caller = f->thread->registers[REG_CALLER],
           changes = handle_changes + type_version(type);
  struct recent_kind *r = &recent_kinds[slot_of(caller ^ (uint64_t)count << 40)];
  if (r->caller == caller && r->changes == changes && r->count == count && r->type == type &&
      r->call == (int)f->call && r->sent == sent)
    return r->kind;
  unsigned kind = find_kind(f, sent, count, type, first);
  *r = (struct recent_kind){caller, changes, count, type, (int)f->call, sent, kind};
  return kind;
}

int64_t letters_room(unsigned kind, uint16_t *basic, uint16_t *element) {
  const struct letter_kind *k = kind ? by_number[kind] : NULL;
  if (!k)
    return -1;
  *basic = k->what.basic;
  *element = k->what.element;
  return k->what.bytes;
}

static struct kept_letters *find_log(const struct letter_place *place) {
  struct kept_letters *l;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, logs, place, sizeof *place, l);
  if (!l && runs < RUNS_MOST && (l = calloc(1, sizeof *l))) {
    l->place = *place;
    l->end = UINT64_MAX;
    HASH_ADD(hh, logs, place, sizeof l->place, l);
  }
  pthread_mutex_unlock(&lock);
  return l;
}

struct letter_log *letters_log(int sent, int32_t rank, uint64_t key) {
  struct letter_place place = {sent, rank, key};
  if (!numbers_are_certain() || rank < 0)
    return NULL;
  struct kept_letters **l = &recent_logs[slot_of(key ^ (uint64_t)rank << 1 ^ (uint64_t)sent)];
  if (!*l || memcmp(&(*l)->place, &place, sizeof place) != 0)
    *l = find_log(&place);
  return *l ? &(*l)->log : NULL;
}

static void end_run(struct kept_letters *l) {
  if (l->log.kind)
    l->part[l->parts - 1].count = l->log.next - l->part[l->parts - 1].number;
}

void letters_run(struct letter_log *log, unsigned kind, uint64_t number) {
  struct kept_letters *l = (struct kept_letters *)log;
  if (!log->kind && runs == RUNS_MOST)
    return;
  pthread_mutex_lock(&lock);
  end_run(l);
  log->kind = 0;
  if (l->parts == l->room && runs < RUNS_MOST) {
    unsigned room = l->room ? l->room * 2 : 1;
    struct letter_part *more = realloc(l->part, room * sizeof *more);
    if (more) {
      l->part = more;
      l->room = room;
    }
  }
  if (runs < RUNS_MOST && l->parts < l->room) {
    runs++;
    l->part[l->parts++] = (struct letter_part){.number = number, .kind = kind};
    log->kind = kind;
    log->next = number + 1;
  }
  const struct letter_place at = l->place;
  pthread_mutex_unlock(&lock);
  letters_tell(kind, (int32_t)at.rank, at.key, (int64_t)number);
}

static void write_kind(struct note_text *out, const struct letter_kind *k) {
  const struct letter_what *w = &k->what;
  stack_define(w->stack);
  note_put(out, "[\"");
  note_put(out, call_name(w->call));
  note_put(out, "\",");
  note_numbers(out, (int64_t[]){w->basic, w->element, w->bytes, w->thread, w->stack}, 5);
  note_put(out, ",");
  agreement_write_parts(out, w->part, (int)w->parts);
  note_put(out, "]");
}

/* The `number`-th message with the key. */
static void put_one(struct note_text *out, const struct letter_kind *k, int32_t rank,
                    uint64_t key, int64_t number) {
  note_put(out, "\"rank\":");
  note_number(out, rank);
  note_put(out, ",\"key\":");
  note_hex(out, key);
  note_put(out, ",\"number\":");
  note_number(out, number);
  note_put(out, k->what.sent ? ",\"sent\":1,\"kind\":" : ",\"sent\":0,\"kind\":");
  write_kind(out, k);
}

/* `last`: no more are told. */
static void tell(const struct letter_kind *k, int32_t rank, uint64_t key, int64_t number,
                 int last) {
  struct note_text note = {0}, *out = &note;
  note_put(out, "{\"record\":\"letter\",");
  if (last)
    note_put(out, "\"last\":true");
  else
    put_one(out, k, rank, key, number);
  note_put(out, "}");
  note_end(&note, NULL);
}

void letters_tell_failing(unsigned kind, int32_t rank, uint64_t key, unsigned count) {
  struct note_text note = {0}, *out = &note;
  const struct letter_log *l = rank < 0 ? NULL : letters_log(0, rank, key);
  if (!kind || !world.journal || (rank >= 0 && (!l || runs == RUNS_MOST)))
    return;
  note_put(out, "{\"record\":\"letter\",\"failing\":true,");
  put_one(out, by_number[kind], rank, key, l && l->kind ? (int64_t)l->next : 0);
  note_put(out, ",\"count\":");
  note_number(out, count);
  note_put(out, "}");
  note_end(&note, NULL);
}

static void tell_some(unsigned kind, int32_t rank, uint64_t key, int64_t number) {
  static int told;
  if (told > TOLD_MOST)
    return;
  told++;
  tell(by_number[kind], rank, key, number, told > TOLD_MOST);
}

void letters_tell(unsigned kind, int32_t rank, uint64_t key, int64_t number) {
  static struct { /* a receive is told of before the call and after it */
    unsigned kind;
    int32_t rank;
    uint64_t key;
    int64_t number;
  } last;
  if (!kind || rank < 0 || number < 0 || !world.journal ||
      (last.kind == kind && last.rank == rank && last.key == key && last.number == number))
    return;
  last.kind = kind;
  last.rank = rank;
  last.key = key;
  last.number = number;
  tell_some(kind, rank, key, number);
}

void letters_tell_any(unsigned kind, int32_t rank, uint64_t key) {
  if (kind && world.journal)
    tell_some(kind, rank, key, 0);
}

/* "0*12:3,12*1:4": twelve messages of kind 3, then one of kind 4. */
static void write_place(struct note_text *out, const struct kept_letters *l) {
  note_put(out, "[");
  note_numbers(out, (int64_t[]){l->place.sent, l->place.rank}, 2);
  note_put(out, ",");
  note_hex(out, l->place.key);
  note_put(out, ",\"");
  for (unsigned i = 0; i < l->parts && l->part[i].number < l->end; i++) {
    const struct letter_part *p = &l->part[i];
    uint64_t most = l->end - p->number, count = p->count < most ? p->count : most;
    note_put(out, i ? "," : "");
    note_number(out, (int64_t)p->number);
    note_put(out, "*");
    note_number(out, (int64_t)count);
    note_put(out, ":");
    note_number(out, p->kind);
  }
  note_put(out, "\"]");
}

static void write_all(struct note_text *out) {
  const char *comma = "";
  note_put(out, "{\"record\":\"letters\",\"kinds\":[");
  for (const struct letter_kind *k = kinds; k; k = k->hh.next, comma = ",") {
    note_put(out, comma);
    write_kind(out, k);
  }
  note_put(out, "],\"places\":[");
  comma = "";
  for (struct kept_letters *l = logs; l; l = l->hh.next, comma = ",") {
    end_run(l);
    note_put(out, comma);
    write_place(out, l);
  }
  note_put(out, "]}");
}

void letters_write(void) {
  struct note_text note = {0};
  if (!logs || !world.journal)
    return;
  pthread_mutex_lock(&lock);
  write_all(&note);
  pthread_mutex_unlock(&lock);
  note_end(&note, NULL);
}
