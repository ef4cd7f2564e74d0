#include "file_log.h"
#include <inttypes.h>
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "include/call.h"
#include "include/hash.h"
#include "interpose/agreement/agreement.h"
#include "interpose/base/thread.h"
#include "interpose/base/world.h"
#include "interpose/stack/stack.h"

/* Entries, and their runs in all, that are kept; what comes later is not. */
enum { ENTRIES_MOST = 1024, KEPT_RUNS_MOST = 16384 };

struct file_entry {
  struct file_entry_key { /* zeroed before it is filled: compared as bytes */
    uint64_t file;
    int32_t syncs, thread;
    uint32_t stack;
    uint16_t call;
    uint8_t writes, atomic;
  } key;
  uint64_t content; /* of all that was written, in order; 0: not known */
  int64_t accesses;
  struct runs runs;
  int32_t packed; /* runs when they were last packed */
  UT_hash_handle hh;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct file_entry *entries;
static int64_t kept_runs;

static struct file_entry *entry_of(const struct file_entry_key *key) {
  struct file_entry *e;
  HASH_FIND(hh, entries, key, sizeof *key, e);
  if (e || HASH_COUNT(entries) == ENTRIES_MOST || kept_runs >= KEPT_RUNS_MOST ||
      !(e = calloc(1, sizeof *e)))
    return e;
  e->key = *key;
  HASH_ADD(hh, entries, key, sizeof e->key, e);
  if (e->hh.tbl)
    return e;
  free(e);
  return NULL;
}

static void pack(struct file_entry *e) {
  kept_runs -= e->packed;
  runs_pack(&e->runs);
  e->packed = e->runs.count;
  kept_runs += e->packed;
}

void file_log_access(struct frame *f, const struct file *file, int writes, int64_t offset,
                     int64_t bytes, uint64_t content) {
  struct file_entry_key key;
  memset(&key, 0, sizeof key);
  key.file = file->agreed.id;
  key.syncs = file->syncs;
  key.thread = f->thread->number;
  key.stack = stack_capture(f->thread);
  key.call = (uint16_t)f->call;
  key.writes = (uint8_t)writes;
  key.atomic = file->atomic;
  pthread_mutex_lock(&lock);
  struct file_entry *e = entry_of(&key);
  if (e && !e->runs.many && kept_runs < KEPT_RUNS_MOST) {
    file_view_place(&file->view, offset, bytes, &e->runs);
    e->content = !e->accesses++          ? content
                 : e->content && content ? promise_mix(e->content, (int64_t)content)
                                         : 0;
    if (e->runs.count > 2 * e->packed + 16)
      pack(e);
  }
  pthread_mutex_unlock(&lock);
}

/* "0:8:0:1,64:8:16:4": bytes 0 to 7, and four blocks of 8 bytes, 16 apart, from 64 on. */
static json_t *runs_json(struct file_entry *e) {
  char *text = NULL;
  size_t n = 0;
  FILE *out = open_memstream(&text, &n);
  pack(e);
  for (int32_t i = 0; out && i < e->runs.count; i++) {
    const struct event_run *r = &e->runs.run[i];
    fprintf(out, "%s%" PRId64 ":%" PRId64 ":%" PRId64 ":%" PRId64, i ? "," : "", r->lo,
            r->length, r->count > 1 ? r->stride : 0, r->count);
  }
  int bad = !out || fclose(out);
  json_t *json = json_string(bad || !text ? "" : text);
  free(text);
  return json;
}

static json_t *entry_json(struct file_entry *e) {
  char id[24];
  snprintf(id, sizeof id, "%" PRIx64, e->key.file);
  stack_define(e->key.stack);
  return json_pack("[s, i, s, i, I, b, b, o, I]", id, (int)e->key.syncs, call_name(e->key.call),
                   (int)e->key.thread, (json_int_t)e->key.stack, (int)e->key.writes,
                   (int)e->key.atomic, runs_json(e), (json_int_t)e->content);
}

void file_log_write(void) {
  json_t *all = json_array();
  pthread_mutex_lock(&lock);
  for (struct file_entry *e = entries; e; e = e->hh.next)
    json_array_append_new(all, entry_json(e));
  int any = entries != NULL;
  pthread_mutex_unlock(&lock);
  if (any && world.journal)
    world_note(json_pack("{s:s, s:o}", "record", "files", "accesses", all));
  else
    json_decref(all);
}
