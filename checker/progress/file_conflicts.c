/* file_conflicts.c: processes that access the same bytes of a file, of which one writes,
 * without MPI_File_sync between (section 13.6.1).
 *
 * The processes that have opened a file together make MPI_File_sync together. So a period, from
 * one such call to the next, is the same at all of them, and in none of them does one process
 * see for certain what another one writes. In atomic mode it does.
 *
 * It is an error if nothing orders the two: in one collective call, or if neither process has
 * communicated since the period began. Else something may order them, and most file systems
 * show the one what the other has written. */
#include <stdlib.h>
#include <string.h>

#include "checker/core/access.h"
#include "checker/tell/sentence.h"
#include "include/call.h"
#include "include/event.h"
#include "include/hash.h"
#include "progress_state.h"

enum { FILE_FINDINGS = 256, COMPARISONS_MOST = 1 << 20 };

struct file_part { /* what one line of one process has accessed */
  struct file_part *next;
  int32_t rank, thread;
  uint32_t stack;
  uint16_t call;
  uint8_t writes, atomic;
  uint8_t heard;
  uint64_t content;
  int64_t number;
  int32_t runs;
  struct event_run run[];
};

struct file_period {
  struct {
    uint64_t file;
    int64_t syncs;
  } key;
  struct file_part *parts;
  UT_hash_handle hh;
};

/* A run of a part; sorted by where it begins, and in the order of the ranks. */
struct placed_run {
  const struct event_run *run;
  const struct file_part *of;
};

struct file_periods {
  struct file_period *table;
  int findings;
  struct {
    int32_t rank;
    uint32_t stack, with;
  } told[FILE_FINDINGS];
};

static struct file_period *period_of(struct progress *p, const struct event_file_access *a) {
  struct file_period *period, key;
  if (!p->files && !(p->files = calloc(1, sizeof *p->files)))
    return NULL;
  memset(&key, 0, sizeof key.key);
  key.key.file = a->file;
  key.key.syncs = a->syncs;
  HASH_FIND(hh, p->files->table, &key.key, sizeof key.key, period);
  if (period || !(period = calloc(1, sizeof *period)))
    return period;
  period->key = key.key;
  HASH_ADD(hh, p->files->table, key, sizeof period->key, period);
  if (period->hh.tbl)
    return period;
  free(period);
  return NULL;
}

/* A journal may be damaged. */
static int is_sound(const struct event_run *r) {
  const int64_t most = 1ll << 61;
  int64_t reach;
  return r->lo >= 0 && r->lo < most && r->length > 0 && r->length < most && r->count > 0 &&
         (r->count == 1 || (r->stride >= r->length && r->count < most / r->stride)) &&
         !__builtin_add_overflow(r->lo + r->length, (r->count - 1) * r->stride, &reach);
}

void file_feed(struct progress *p, const struct event *e) {
  const struct event_file_access *a = &e->u.file_access;
  for (int32_t i = 0; i < a->runs; i++)
    if (!is_sound(&a->run[i]))
      return;
  struct file_period *period = a->runs > 0 ? period_of(p, a) : NULL;
  size_t bytes = (size_t)a->runs * sizeof *a->run;
  struct file_part *part = period ? malloc(sizeof *part + bytes) : NULL;
  if (!part)
    return;
  *part = (struct file_part){.next = period->parts,
                             .rank = e->rank,
                             .thread = e->thread,
                             .stack = e->stack,
                             .call = e->call,
                             .writes = a->writes,
                             .atomic = a->atomic,
                             .heard = a->heard,
                             .content = a->content,
                             .number = a->number,
                             .runs = a->runs};
  memcpy(part->run, a->run, bytes);
  period->parts = part;
}

static int64_t end_of(const struct event_run *r) {
  return r->lo + (r->count > 1 ? (r->count - 1) * r->stride : 0) + r->length;
}

static int in_order(const void *a, const void *b) {
  const struct placed_run *x = a, *y = b;
  if (x->run->lo != y->run->lo)
    return x->run->lo < y->run->lo ? -1 : 1;
  return x->of->rank < y->of->rank ? -1 : x->of->rank > y->of->rank;
}

static struct placed_run *sorted_runs(const struct file_period *period, int64_t *n) {
  int64_t i = 0;
  *n = 0;
  for (const struct file_part *part = period->parts; part; part = part->next)
    *n += part->runs;
  struct placed_run *all = malloc((size_t)*n * sizeof *all);
  for (const struct file_part *part = all ? period->parts : NULL; part; part = part->next)
    for (int32_t k = 0; k < part->runs; k++)
      all[i++] = (struct placed_run){&part->run[k], part};
  if (all)
    qsort(all, (size_t)*n, sizeof *all, in_order);
  return all;
}

/* Whether nothing can order the two. */
static int are_unordered(const struct file_part *one, const struct file_part *other) {
  return (!one->heard && !other->heard) || (one->number > 0 && one->number == other->number);
}

/* Whether it was told of; if not, it is from now on: a race of the two lines, or that the
 * second line lacks synchronisation, with whatever other. Each process numbers its stacks by
 * itself. */
static int is_told(struct file_periods *all, const struct file_part *writer,
                   const struct file_part *second) {
  const struct file_part *of = are_unordered(writer, second) ? writer : second;
  uint32_t with = of == writer ? second->stack : 0;
  for (int i = 0; i < all->findings; i++)
    if (all->told[i].rank == of->rank && all->told[i].stack == of->stack &&
        all->told[i].with == with)
      return 1;
  if (all->findings == FILE_FINDINGS)
    return 1;
  all->told[all->findings].rank = of->rank;
  all->told[all->findings].stack = of->stack;
  all->told[all->findings++].with = with;
  return 0;
}

static struct progress_place place_of(const struct file_part *a) {
  return (struct progress_place){a->rank,
                                 a->thread,
                                 a->stack,
                                 a->call,
                                 role_text(a->writes ? ROLE_FILE_WRITE : ROLE_FILE_READ),
                                 ""};
}

#define FACTS second->rank, (long long)lo, (long long)(hi - 1), writer->rank

static void word(struct sentence *text, const struct file_part *writer,
                 const struct file_part *second, int64_t lo, int64_t hi) {
  if (are_unordered(writer, second) && second->writes)
    sentence_add(text, FILE_WRITTEN_AT_ONCE, FACTS);
  else if (are_unordered(writer, second))
    sentence_add(text, FILE_READ_AT_ONCE, FACTS);
  else if (second->writes)
    sentence_add(text, FILE_WRITTEN_UNSYNCHRONISED, FACTS);
  else
    sentence_add(text, FILE_READ_UNSYNCHRONISED, FACTS);
}

static void tell(struct progress *p, const struct file_part *writer,
                 const struct file_part *second, int64_t lo, int64_t hi) {
  struct sentence text = {0};
  if (is_told(p->files, writer, second))
    return;
  word(&text, writer, second, lo, hi);
  struct progress_finding f = {.slug = are_unordered(writer, second) ? SLUG_FILE_RACE
                                                                     : SLUG_FILE_SYNC_MISSING,
                               .rank = writer->rank,
                               .message = text.text,
                               .places = 2,
                               .place = {place_of(writer), place_of(second)}};
  if (!text.failed)
    p->finding(p->context, &f);
  free(text.text);
}

/* Whether both write the same values to the same bytes: it does not matter which comes last. */
static int are_alike(const struct file_part *one, const struct file_part *other) {
  return one->writes && other->writes && one->content && one->content == other->content &&
         one->runs == other->runs &&
         !memcmp(one->run, other->run, (size_t)one->runs * sizeof *one->run);
}

static void compare(struct progress *p, const struct placed_run *a,
                    const struct placed_run *b) {
  const struct file_part *one = a->of, *other = b->of;
  int64_t lo, hi;
  if (one->rank == other->rank || !(one->writes || other->writes) ||
      (one->atomic && other->atomic) || are_alike(one, other) ||
      !run_meets(a->run, b->run, &lo, &hi))
    return;
  if (one->writes)
    tell(p, one, other, lo, hi);
  else
    tell(p, other, one, lo, hi);
}

static void judge(struct progress *p, const struct file_period *period) {
  int64_t n, compared = 0;
  struct placed_run *all = sorted_runs(period, &n);
  for (int64_t i = 0; all && i < n; i++) {
    int64_t end = end_of(all[i].run);
    for (int64_t k = i + 1; k < n && all[k].run->lo < end && compared < COMPARISONS_MOST;
         k++, compared++)
      compare(p, &all[i], &all[k]);
  }
  free(all);
}

void file_conflicts_judge(struct progress *p) {
  for (const struct file_period *f = p->files ? p->files->table : NULL; f; f = f->hh.next)
    judge(p, f);
}

void file_conflicts_free(struct progress *p) {
  struct file_period *period, *next;
  if (!p->files)
    return;
  HASH_ITER(hh, p->files->table, period, next) {
    HASH_DEL(p->files->table, period);
    for (struct file_part *part = period->parts, *after; part; part = after) {
      after = part->next;
      free(part);
    }
    free(period);
  }
  free(p->files);
}
