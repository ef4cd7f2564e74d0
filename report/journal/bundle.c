#include "bundle.h"

#include <stdlib.h>
#include <string.h>

#include "include/hash.h"

struct held_lines {
  struct bundle_item is;
  UT_hash_handle hh;
};

struct bundle {
  struct frames **frames;
  struct held_lines *items;
  size_t size;
};

struct bundle *bundle_new(struct frames **frames) {
  struct bundle *b = calloc(1, sizeof *b);
  if (b)
    b->frames = frames;
  return b;
}

static void held_free(struct held_lines *h) {
  rankset_free(&h->is.ranks);
  free(h->is.finding);
  free(h);
}

void bundle_free(struct bundle *b) {
  struct held_lines *h, *next;
  if (!b)
    return;
  HASH_ITER(hh, b->items, h, next) {
    HASH_DEL(b->items, h);
    held_free(h);
  }
  free(b);
}

size_t bundle_size(const struct bundle *b) {
  return b->size;
}

static int is_before(const struct bundle_item *a, const struct bundle_item *b) {
  return a->first != b->first ? a->first < b->first : a->number < b->number;
}

/* Makes `item` the first of its kind. */
static int held_set(struct bundle *b, struct held_lines *h, const struct bundle_item *item) {
  char *finding = malloc(item->n + 1);
  if (!finding)
    return -1;
  memcpy(finding, item->finding, item->n);
  finding[item->n] = '\0';
  b->size += item->n - h->is.n;
  free(h->is.finding);
  h->is.finding = finding;
  h->is.n = item->n;
  h->is.first = item->first;
  h->is.number = item->number;
  return 0;
}

static struct held_lines *held_new(struct bundle *b, const struct bundle_item *item) {
  struct held_lines *h = calloc(1, sizeof *h);
  if (!h || held_set(b, h, item)) {
    free(h);
    return NULL;
  }
  memcpy(&h->is.key, &item->key, sizeof h->is.key);
  HASH_ADD(hh, b->items, is.key, sizeof h->is.key, h);
  if (!h->hh.tbl) {
    held_free(h);
    return NULL;
  }
  b->size += sizeof *h;
  return h;
}

struct bundle_item *bundle_add(struct bundle *b, const struct bundle_item *item) {
  struct held_lines *h;
  int64_t count;
  HASH_FIND(hh, b->items, &item->key, sizeof item->key, h);
  if (!h)
    h = held_new(b, item);
  else if (is_before(item, &h->is) && held_set(b, h, item))
    h = NULL;
  if (!h)
    return NULL;
  if (!__builtin_add_overflow(h->is.count, item->count, &count))
    h->is.count = count;
  rankset_join(&h->is.ranks, &item->ranks);
  h->is.definite |= item->definite;
  return &h->is;
}

const struct bundle_item *bundle_find(const struct bundle *b, const struct bundle_key *key) {
  struct held_lines *h;
  HASH_FIND(hh, b->items, key, sizeof *key, h);
  return h ? &h->is : NULL;
}

int bundle_join(struct bundle *b, const struct bundle *other, size_t base) {
  for (const struct held_lines *h = other->items; h; h = h->hh.next) {
    struct bundle_item item = h->is;
    item.key.world += base;
    item.first += base;
    if (!bundle_add(b, &item))
      return -1;
  }
  return 0;
}

static int by_first(const void *a, const void *b) {
  const struct bundle_item *x = *(const struct bundle_item *const *)a,
                           *y = *(const struct bundle_item *const *)b;
  return is_before(y, x) - is_before(x, y);
}

const struct bundle_item **bundle_items(const struct bundle *b, size_t *n) {
  const struct bundle_item **all = calloc(HASH_COUNT(b->items) + 1, sizeof *all);
  *n = 0;
  for (struct held_lines *h = b->items; all && h; h = h->hh.next)
    all[(*n)++] = &h->is;
  if (all)
    qsort(all, *n, sizeof *all, by_first);
  return all;
}

/* Text. */

struct number { /* of a stack */
  const struct frames *frames;
  size_t id;
  UT_hash_handle hh;
};

/* Returns 0 for no stack, -1 when memory runs out. */
static long stack_write(struct number **numbers, const struct frames *frames, FILE *out) {
  struct number *n = NULL;
  if (!frames)
    return 0;
  HASH_FIND_PTR(*numbers, &frames, n);
  if (n)
    return (long)n->id;
  if (!(n = calloc(1, sizeof *n)))
    return -1;
  n->frames = frames;
  n->id = HASH_COUNT(*numbers) + 1u;
  HASH_ADD_PTR(*numbers, frames, n);
  if (!n->hh.tbl) {
    free(n);
    return -1;
  }
  fprintf(out, "{\"record\":\"merged-stack\",\"id\":%zu,\"frames\":%s}\n", n->id,
          frames_text(frames));
  return (long)n->id;
}

static int item_write(const struct bundle_item *item, struct number **numbers, FILE *out) {
  long id[BUNDLE_LOCATIONS];
  char *ranks = rankset_text(&item->ranks);
  int bad = !ranks;
  for (size_t i = 0; i < item->key.locations; i++)
    bad |= (id[i] = stack_write(numbers, item->key.stack[i], out)) < 0;
  if (!bad)
    fprintf(out,
            "{\"record\":\"merged\",\"kind\":\"%016llx%016llx\",\"world\":%zu,\"first\":%zu,"
            "\"number\":%lld,\"count\":%lld,\"definite\":%d,\"ranks\":\"%s\",\"stacks\":[",
            (unsigned long long)item->key.kind[0], (unsigned long long)item->key.kind[1],
            item->key.world, item->first, (long long)item->number, (long long)item->count,
            item->definite, ranks);
  for (size_t i = 0; !bad && i < item->key.locations; i++)
    fprintf(out, i ? ",%ld" : "%ld", id[i]);
  if (!bad)
    fprintf(out, "],\"finding\":%s}\n", item->finding);
  free(ranks);
  return bad;
}

int bundle_write(const struct bundle *b, FILE *out) {
  struct number *numbers = NULL, *n, *next;
  int bad = 0;
  for (struct held_lines *h = b->items; h && !bad; h = h->hh.next)
    bad = item_write(&h->is, &numbers, out);
  if (!bad)
    fprintf(out, "{\"record\":\"merged-end\",\"findings\":%u}\n", HASH_COUNT(b->items));
  HASH_ITER(hh, numbers, n, next) {
    HASH_DEL(numbers, n);
    free(n);
  }
  return bad || ferror(out) ? -1 : 0;
}

struct scan { /* a walk through one line; `at` is NULL after something unexpected */
  char *at, *end;
};

static void scan_word(struct scan *s, const char *word) {
  size_t n = strlen(word);
  s->at = s->at && (size_t)(s->end - s->at) >= n && !memcmp(s->at, word, n) ? s->at + n : NULL;
}

static int64_t scan_number(struct scan *s, const char *word) {
  scan_word(s, word);
  if (!s->at || *s->at < '0' || *s->at > '9') {
    s->at = NULL;
    return 0;
  }
  return strtoll(s->at, &s->at, 10);
}

static void scan_kind(struct scan *s, uint64_t kind[2]) {
  char half[17] = "";
  scan_word(s, "{\"record\":\"merged\",\"kind\":\"");
  for (int i = 0; i < 2 && s->at; i++) {
    if (strspn(s->at, "0123456789abcdef") < 16) {
      s->at = NULL;
      return;
    }
    memcpy(half, s->at, 16);
    kind[i] = strtoull(half, NULL, 16);
    s->at += 16;
  }
  scan_word(s, "\"");
}

static void scan_ranks(struct scan *s, struct rankset *ranks) {
  scan_word(s, ",\"ranks\":\"");
  char *quote = s->at ? strchr(s->at, '"') : NULL;
  if (!quote) {
    s->at = NULL;
    return;
  }
  *quote = '\0';
  s->at = rankset_read(ranks, s->at) ? NULL : quote + 1;
}

static void scan_stacks(struct scan *s, const struct stacks *known, struct bundle_key *key) {
  scan_word(s, ",\"stacks\":[");
  while (s->at && *s->at != ']') {
    int64_t id = scan_number(s, key->locations ? "," : "");
    if (key->locations == BUNDLE_LOCATIONS)
      s->at = NULL;
    else if (s->at && (key->stack[key->locations++] = stacks_find(known, id)) == NULL && id)
      s->at = NULL;
  }
  scan_word(s, "],\"finding\":");
}

/* Returns 0, 1 if the line is none of a bundle, -1 when memory runs out. */
static int item_read(struct bundle *b, const struct stacks *known, struct scan s) {
  struct bundle_item item;
  memset(&item, 0, sizeof item);
  scan_kind(&s, item.key.kind);
  item.key.world = (size_t)scan_number(&s, ",\"world\":");
  item.first = (size_t)scan_number(&s, ",\"first\":");
  item.number = scan_number(&s, ",\"number\":");
  item.count = scan_number(&s, ",\"count\":");
  item.definite = scan_number(&s, ",\"definite\":") == 1;
  scan_ranks(&s, &item.ranks);
  scan_stacks(&s, known, &item.key);
  int bad = !s.at || s.end - s.at < 2 || s.end[-1] != '}';
  if (!bad) {
    item.finding = s.at;
    item.n = (size_t)(s.end - s.at) - 1;
    bad = bundle_add(b, &item) ? 0 : -1;
  }
  rankset_free(&item.ranks);
  return bad;
}

static int stack_read(struct bundle *b, struct stacks *known, struct scan s) {
  int64_t id = scan_number(&s, "{\"record\":\"merged-stack\",\"id\":");
  scan_word(&s, ",\"frames\":");
  if (!s.at || s.end - s.at < 2 || s.end[-1] != '}')
    return 1;
  struct frames *f = frames_add(b->frames, s.at, (size_t)(s.end - s.at) - 1);
  stacks_add(known, id, f); /* ids come in ascending order, so they need no sorting */
  return f ? 0 : -1;
}

int bundle_read(struct bundle *b, FILE *in) {
  static const char head[] = "{\"record\":\"merged";
  struct stacks known = {0};
  char *line = NULL;
  size_t room = 0;
  int64_t items = 0;
  int whole = 0, bad = 0;
  for (ssize_t n; !bad && !whole && (n = getline(&line, &room, in)) > 0;) {
    struct scan s = {line, line + n - 1};
    if (strncmp(line, head, sizeof head - 1) != 0)
      continue;
    if (line[n - 1] != '\n')
      bad = 1;
    else if (line[sizeof head - 1] == '"') {
      bad = item_read(b, &known, s);
      items++;
    } else if (!strncmp(line + sizeof head - 1, "-stack", 6))
      bad = stack_read(b, &known, s);
    else
      whole = scan_number(&s, "{\"record\":\"merged-end\",\"findings\":") == items && s.at;
  }
  free(line);
  stacks_free(&known);
  return bad ? bad : !whole;
}
