/* The findings of many ranks are joined into one set. The result must not depend on the order of
 * joining nor on the topology, and a bundle that was cut must not be taken for a whole one. Ranks
 * are simulated, and hand on their findings as real ones do; RANKS and FINDINGS say how many. */
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "report/journal/bundle.c"
#include "report/journal/frames.c"
#include "report/journal/identity.c"
#include "report/journal/rankset.c"
#include "report/journal/reduction.c"

#include "tap.h"

enum { STACKS = 50 };

static int ranks, findings;

struct mail {
  char *text;
  size_t n;
};

struct rank {
  const struct topology *t;
  struct mail *mail; /* that of all processes */
  struct bundle *b;
  struct frames *frames;
  int process, bad;
};

/* Adds finding i of a rank. Finding i of all ranks has the same calls at the same places. */
static void find(struct rank *r, int rank, int i) {
  char text[400], frames[200], slug[20];
  const char *words[] = {slug, "create", "MPI_Put", "MPI_Win_fence"};
  struct bundle_item item;
  memset(&item, 0, sizeof item);
  snprintf(slug, sizeof slug, "slug-%d", i / STACKS);
  item.key.locations = 2;
  for (int k = 0; k < 2; k++) {
    int n = snprintf(frames, sizeof frames, "[{\"file\":\"%c.c\",\"line\":%d}]", 'a' + k,
                     i % STACKS);
    item.key.stack[k] = frames_add(&r->frames, frames, (size_t)n);
  }
  identity_kind(item.key.kind, words, 4);
  item.first = (size_t)rank;
  item.number = i;
  item.count = 1 + rank % 3;
  item.definite = rank == ranks / 2;
  item.finding = text;
  item.n = (size_t)snprintf(text, sizeof text,
                            "{\"record\":\"finding\",\"key\":%d,\"slug\":\"%s\",\"message\":"
                            "\"Rank %d does %d. %0200d\"}",
                            i, slug, rank, i, 0);
  rankset_add(&item.ranks, rank);
  r->bad |= !bundle_add(r->b, &item);
  rankset_free(&item.ranks);
}

static int receive(void *context, int from) {
  struct rank *r = context;
  struct mail *m = &r->mail[from];
  FILE *in = m->text ? fmemopen(m->text, m->n, "r") : NULL;
  r->bad |= !in || bundle_read(r->b, in);
  if (in)
    fclose(in);
  free(m->text);
  m->text = NULL;
  return 0;
}

static int hand_on(void *context, int to) {
  struct rank *r = context;
  (void)to;
  FILE *out = open_memstream(&r->mail[r->process].text, &r->mail[r->process].n);
  r->bad |= bundle_write(r->b, out) || fclose(out);
  return 0;
}

/* Returns the rank of a process; the root is rank 0. */
static int rank_of(const struct topology *t, int process) {
  return abs(process - topology_root(t));
}

/* Lists the processes so that predecessors come before their successors, but as late as possible.
 * So few bundles exist at once. */
static int order(const struct topology *t, int process, int *at) {
  int *list = malloc((size_t)t->size * sizeof *list), n = topology_predecessors(t, process, list);
  int count = 0;
  for (int i = 0; i < n; i++)
    count += order(t, list[i], at + count);
  at[count++] = process;
  free(list);
  return count;
}

/* Returns as text what the root has in the end. */
static char *simulate(int kind) {
  static const struct reduction mails = {receive, hand_on};
  struct topology t = topology_of(kind, ranks);
  struct mail *mail = calloc((size_t)ranks, sizeof *mail);
  int *at = malloc((size_t)ranks * sizeof *at), bad = 0;
  char *text = NULL;
  size_t n = 0;
  if (kind == TOPOLOGY_RING)
    for (int i = 0; i < ranks; i++)
      at[i] = i;
  else
    order(&t, topology_root(&t), at);
  for (int i = 0; i < ranks; i++) {
    struct rank r = {.t = &t, .mail = mail, .process = at[i]};
    r.b = bundle_new(&r.frames);
    for (int k = 0; k < findings; k++)
      if (k % 100 == 0 || (rank_of(&t, at[i]) + k) % 2)
        find(&r, rank_of(&t, at[i]), k);
    r.bad |= reduction_run(&t, at[i], &mails, &r);
    if (i == ranks - 1) {
      size_t count;
      const struct bundle_item **items = bundle_items(r.b, &count);
      FILE *out = open_memstream(&text, &n);
      for (size_t k = 0; k < count; k++) {
        char *set = rankset_text(&items[k]->ranks);
        fprintf(out, "%zu %lld %lld %d %s %s\n", items[k]->first, (long long)items[k]->number,
                (long long)items[k]->count, items[k]->definite, set, items[k]->finding);
        free(set);
      }
      fclose(out);
      OK((int)count == findings);
      free(items);
    }
    bad |= r.bad;
    bundle_free(r.b);
    frames_free(r.frames);
  }
  OK(!bad);
  free(mail);
  free(at);
  return text;
}

static void topologies(void) {
  char *text[TOPOLOGIES], want[120];
  for (int kind = TOPOLOGIES - 1; kind >= 0; kind--) {
    clock_t start = clock();
    fflush(stdout);
    struct rusage used;
    text[kind] = simulate(kind);
    getrusage(RUSAGE_SELF, &used);
    printf("# %s, %d ranks, %d findings each: %.1f s, at most %ld MiB\n",
           kind == TOPOLOGY_RING ? "ring" : "tree", ranks, findings,
           (double)(clock() - start) / CLOCKS_PER_SEC, used.ru_maxrss >> 10);
  }
  OK(!strcmp(text[TOPOLOGY_RING], text[TOPOLOGY_TREE]));
  int count = 0;
  for (int r = 0; r < ranks; r++)
    count += 1 + r % 3;
  snprintf(want, sizeof want, "0 0 %d 1 0-%d {", count, ranks - 1);
  OK(!strncmp(text[TOPOLOGY_TREE], want, strlen(want)));
  snprintf(want, sizeof want, " 1-%d:2 {", ranks / 2 * 2 - 1);
  OK(strstr(text[TOPOLOGY_TREE], want) != NULL);
  free(text[0]);
  free(text[1]);
}

/* A bundle that is cut anywhere does not count as whole. One with a changed byte may be
 * read, but must do no harm. */
static void damage(void) {
  struct rank r = {0};
  char *text = NULL;
  size_t n = 0;
  int taken = 0;
  r.b = bundle_new(&r.frames);
  for (int i = 0; i < 4; i++)
    find(&r, i % 3, i);
  FILE *out = open_memstream(&text, &n);
  OK(!bundle_write(r.b, out) && !fclose(out));
  for (size_t i = 1; i < n; i++) {
    struct bundle *b = bundle_new(&r.frames);
    FILE *in = fmemopen(text, i, "r");
    taken += bundle_read(b, in) == 0;
    fclose(in);
    bundle_free(b);
  }
  OK(taken <= 1); /* it is whole without its last newline */
  srand(1);
  for (int i = 0; i < 3000; i++) {
    struct frames *frames = NULL;
    struct bundle *b = bundle_new(&frames);
    char *copy = malloc(n);
    memcpy(copy, text, n);
    for (int k = 0; k < 1 + i % 4; k++)
      copy[(size_t)rand() % n] = (char)rand();
    FILE *in = fmemopen(copy, n, "r");
    bundle_read(b, in);
    fclose(in);
    free(copy);
    bundle_free(b);
    frames_free(frames);
  }
  OK(1);
  free(text);
  bundle_free(r.b);
  frames_free(r.frames);
}

int main(void) {
  const char *r = getenv("RANKS"), *f = getenv("FINDINGS");
  ranks = r ? atoi(r) : 100;
  findings = f ? atoi(f) : 60;
  topologies();
  damage();
  return tap_done();
}
