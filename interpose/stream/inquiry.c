#include "inquiry.h"
#include <stdlib.h>
#include <string.h>
#include "exchange.h"
#include "interpose/stack/stack.h"
#include "interpose/base/world.h"

enum { TAG_ASK = 3, TAG_TELL };

struct inquired {
  int32_t rank;
  uint32_t stack;
  struct frames *frames;
};

static int by_rank(const void *a, const void *b) {
  const struct inquired *x = a, *y = b;
  if (x->rank != y->rank)
    return (x->rank > y->rank) - (x->rank < y->rank);
  return (x->stack > y->stack) - (x->stack < y->stack);
}

static int note(void *context, const struct journal_found *f) {
  struct inquiry *q = context;
  for (int i = 0; i < f->locations; i++) {
    if (q->n == q->room) {
      size_t room = q->room ? 2 * q->room : 64;
      struct inquired *more = realloc(q->at, room * sizeof *more);
      if (!more)
        return -1;
      q->at = more;
      q->room = room;
    }
    if (f->at[i].rank >= 0 && f->at[i].rank < world.size && f->at[i].stack)
      q->at[q->n++] = (struct inquired){f->at[i].rank, f->at[i].stack, NULL};
  }
  return 0;
}

static void sort(struct inquiry *q) {
  size_t kept = 0;
  if (q->n)
    qsort(q->at, q->n, sizeof *q->at, by_rank);
  for (size_t i = 0; i < q->n; i++)
    if (!kept || by_rank(&q->at[kept - 1], &q->at[i]))
      q->at[kept++] = q->at[i];
  q->n = kept;
}

/* Returns the end of the entries that have the same rank as q->at[from]. */
static size_t group(const struct inquiry *q, size_t from) {
  size_t to = from;
  while (to < q->n && q->at[to].rank == q->at[from].rank)
    to++;
  return to;
}

static void look_up(struct inquiry *q, struct inquired *s) {
  char *text = stack_text(s->stack);
  if (text && !(s->frames = frames_add(q->known, text, strlen(text))))
    q->failed = 1;
  free(text);
}

static void ask(struct inquiry *q, size_t from, size_t to) {
  size_t n = (to - from) * sizeof(uint32_t);
  char *stacks = malloc(n);
  if (!stacks) {
    q->failed = 1;
    return;
  }
  for (size_t i = from; i < to; i++)
    memcpy(stacks + (i - from) * sizeof(uint32_t), &q->at[i].stack, sizeof(uint32_t));
  q->failed |= exchange_post(q->at[from].rank, TAG_ASK, stacks, n);
}

/* Writes a line for each stack; it is empty if the stack is not known. */
static void answer(struct inquiry *q, double seconds) {
  int rank = MPI_ANY_SOURCE;
  size_t n = 0, room = 0;
  char *asked = exchange_take(&rank, TAG_ASK, seconds, &n), *lines = NULL;
  FILE *out = asked ? open_memstream(&lines, &room) : NULL;
  for (size_t i = 0; out && i + sizeof(uint32_t) <= n; i += sizeof(uint32_t)) {
    uint32_t id;
    memcpy(&id, asked + i, sizeof id);
    char *text = stack_text(id);
    fprintf(out, "%s\n", text ? text : "");
    free(text);
  }
  free(asked);
  if (!out || fclose(out)) {
    free(lines);
    lines = NULL;
    room = 0;
  }
  if (!asked || exchange_post(rank, TAG_TELL, lines, room))
    q->failed = 1;
}

static void take(struct inquiry *q, size_t from, size_t to, double seconds) {
  int rank = q->at[from].rank;
  size_t n = 0;
  char *lines = exchange_take(&rank, TAG_TELL, seconds, &n), *at = lines;
  for (size_t i = from; at && i < to; i++) {
    char *end = strchr(at, '\n');
    if (end > at && !(q->at[i].frames = frames_add(q->known, at, (size_t)(end - at))))
      q->failed = 1;
    at = end ? end + 1 : NULL;
  }
  q->failed |= !at;
  free(lines);
}

/* Returns how many ranks ask this one, -1 after an error. */
static int askers(struct inquiry *q) {
  int n = -1;
  for (size_t i = 0; i < q->n; i++)
    q->asks[q->at[i].rank] = q->at[i].rank != world.rank;
  if (REAL(Reduce_scatter_block)(q->asks, &n, 1, MPI_INT, MPI_SUM, world.comm))
    return -1;
  return n;
}

int inquiry_new(struct inquiry *q, struct frames **frames) {
  *q = (struct inquiry){.known = frames, .asks = calloc((size_t)world.size, sizeof *q->asks)};
  return q->asks ? 0 : -1;
}

int inquiry_make(struct inquiry *q, double seconds) {
  q->failed = journal_findings(world.journal, note, q);
  sort(q);
  int n = askers(q);
  for (size_t i = 0; n >= 0 && i < q->n; i = group(q, i))
    if (q->at[i].rank == world.rank)
      for (size_t k = i; k < group(q, i); k++)
        look_up(q, &q->at[k]);
    else
      ask(q, i, group(q, i));
  for (int i = 0; i < n; i++)
    answer(q, seconds);
  for (size_t i = 0; n >= 0 && i < q->n; i = group(q, i))
    if (q->at[i].rank != world.rank)
      take(q, i, group(q, i), seconds);
  return n < 0 || exchange_settle(seconds) || q->failed ? -1 : 0;
}

struct frames *inquiry_stack(const struct inquiry *q, int rank, uint32_t stack) {
  struct inquired key = {rank, stack, NULL};
  const struct inquired *found = q->n ? bsearch(&key, q->at, q->n, sizeof key, by_rank) : NULL;
  return found ? found->frames : NULL;
}

void inquiry_free(struct inquiry *q) {
  free(q->asks);
  free(q->at);
}
