#include "rankset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST = 4, NAMED = 160 }; /* fewest members of a strided run; most characters */
enum { MOST_RANK = 1 << 24 };

static int insert(struct rankset *s, size_t at, int rank) {
  if (s->ranges == s->room) {
    size_t room = s->room ? 2 * s->room : 4;
    struct rankset_range *more = realloc(s->range, room * sizeof *more);
    if (!more)
      return -1;
    s->range = more;
    s->room = room;
  }
  memmove(s->range + at + 1, s->range + at, (s->ranges++ - at) * sizeof *s->range);
  s->range[at] = (struct rankset_range){rank, rank};
  return 0;
}

void rankset_add(struct rankset *s, int rank) {
  size_t i = s->ranges;
  while (i && s->range[i - 1].lo > rank)
    i--;
  if (i && s->range[i - 1].hi >= rank)
    return;
  if (i && s->range[i - 1].hi == rank - 1)
    s->range[--i].hi = rank;
  else if (insert(s, i, rank))
    return;
  if (i + 1 < s->ranges && s->range[i + 1].lo == s->range[i].hi + 1) {
    s->range[i].hi = s->range[i + 1].hi;
    memmove(s->range + i + 1, s->range + i + 2, (--s->ranges - i - 1) * sizeof *s->range);
  }
}

static void add_range(struct rankset *s, struct rankset_range r) {
  struct rankset_range *last = s->ranges ? &s->range[s->ranges - 1] : NULL;
  if (last && r.lo <= last->hi + 1)
    last->hi = r.hi > last->hi ? r.hi : last->hi;
  else if (!insert(s, s->ranges, r.lo))
    s->range[s->ranges - 1].hi = r.hi;
}

void rankset_join(struct rankset *s, const struct rankset *other) {
  struct rankset joined = {0};
  size_t i = 0, k = 0;
  while (i < s->ranges || k < other->ranges) {
    int mine = k == other->ranges || (i < s->ranges && s->range[i].lo <= other->range[k].lo);
    add_range(&joined, mine ? s->range[i++] : other->range[k++]);
  }
  rankset_free(s);
  *s = joined;
}

void rankset_free(struct rankset *s) {
  free(s->range);
  *s = (struct rankset){0};
}

/* Counts the single ranks from `i` on that are the same step apart. */
static size_t strided(const struct rankset *s, size_t i) {
  size_t n = 1;
  while (i + n < s->ranges && s->range[i + n - 1].lo == s->range[i + n - 1].hi &&
         s->range[i + n].lo == s->range[i + n].hi &&
         s->range[i + n].lo - s->range[i + n - 1].lo == s->range[i + 1].lo - s->range[i].lo)
    n++;
  return n;
}

char *rankset_text(const struct rankset *s) {
  char *text = NULL;
  size_t n, i = 0;
  FILE *out = open_memstream(&text, &n);
  if (!out)
    return NULL;
  while (i < s->ranges) {
    const struct rankset_range *r = &s->range[i];
    size_t run = strided(s, i);
    fputs(i ? "," : "", out);
    if (run >= LEAST)
      fprintf(out, "%d-%d:%d", r->lo, s->range[i + run - 1].lo, r[1].lo - r->lo);
    else if (r->lo == r->hi)
      fprintf(out, "%d", r->lo);
    else
      fprintf(out, "%d-%d", r->lo, r->hi);
    i += run >= LEAST ? run : 1;
  }
  return fclose(out) ? NULL : text;
}

char *rankset_named(const char *text) {
  char *named = NULL;
  size_t n, done = 0;
  FILE *out = open_memstream(&named, &n);
  if (!out)
    return NULL;
  fputs(text[strspn(text, "0123456789")] ? "ranks " : "rank ", out);
  for (; text[done] && done < NAMED; done++)
    fprintf(out, text[done] == ',' ? ", " : "%c", text[done]);
  if (text[done]) /* otherwise the rest of a number would become another one */
    fputs(" ...", out);
  return fclose(out) ? NULL : named;
}

int rankset_is(const char *text) {
  const char *p = text;
  do {
    p += p > text;
    for (const char *next = "-:"; strspn(p, "0123456789"); next++) {
      p += strspn(p, "0123456789");
      if (!*next || *p != *next)
        break;
      p++;
    }
    if (p == text || p[-1] < '0' || p[-1] > '9')
      return 0;
  } while (*p == ',');
  return !*p;
}

int rankset_read(struct rankset *s, const char *text) {
  struct rankset read = {0};
  int bad = !rankset_is(text);
  for (char *p = (char *)text; !bad && *p; p += *p == ',') {
    long lo = strtol(p, &p, 10), hi = *p == '-' ? strtol(p + 1, &p, 10) : lo;
    long step = *p == ':' ? strtol(p + 1, &p, 10) : 1;
    bad = lo > hi || hi > MOST_RANK || step < 1 || step > MOST_RANK;
    for (; !bad && lo <= hi; lo = step > 1 ? lo + step : hi + 1)
      add_range(&read, (struct rankset_range){(int)lo, (int)(step > 1 ? lo : hi)});
  }
  if (!bad)
    rankset_join(s, &read);
  rankset_free(&read);
  return bad ? -1 : 0;
}
