#include "finding_reduction.h"
#include <stdlib.h>
#include <string.h>
#include "report/journal/bundle.h"
#include "report/journal/identity.h"
#include "report/journal/options.h"
#include "report/journal/reduction.h"
#include "interpose/stream/exchange.h"
#include "interpose/stream/inquiry.h"
#include "interpose/base/world.h"

enum { TAG_BUNDLE = 5 };
enum { PATIENCE = 20 };   /* seconds to wait for each time step */
enum { MOST = 16 << 20 }; /* largest size of a bundle in bytes: some ten thousand findings */

struct reduced_part { /* of this rank */
  struct topology t;
  int root;
  struct frames *frames;
  struct bundle *b;
  struct inquiry inquiry;
  int failed; /* set if it failed here, or at a rank that hands on to this one */
};

static int own(void *context, const struct journal_found *f) {
  struct reduced_part *p = context;
  const char *words[FINDING_SITES + 2] = {f->slug, f->flavor};
  struct bundle_item item;
  memset(&item, 0, sizeof item);
  for (int i = 0; i < f->locations; i++) {
    words[2 + i] = f->at[i].call;
    item.key.stack[i] = inquiry_stack(&p->inquiry, f->at[i].rank, f->at[i].stack);
  }
  item.key.locations = (size_t)f->locations;
  identity_kind(item.key.kind, words, 2 + (size_t)f->locations);
  item.first = (size_t)world.rank;
  item.number = f->number;
  item.count = f->count;
  item.definite = f->definite;
  item.finding = f->text;
  item.n = f->n;
  int blamed = f->locations && f->at[0].rank >= 0 ? f->at[0].rank : world.rank;
  rankset_add(&item.ranks, blamed);
  int bad = !item.ranks.ranges || !bundle_add(p->b, &item) || bundle_size(p->b) > MOST;
  rankset_free(&item.ranks);
  return bad ? -1 : 0;
}

/* In both topologies the root, which is at one end of the processes, is rank 0. */
static int across(const struct reduced_part *p, int process) {
  return process > p->root ? process - p->root : p->root - process;
}

static int receive(void *context, int from) {
  struct reduced_part *p = context;
  int rank = across(p, from);
  size_t n = 0;
  char *text = exchange_take(&rank, TAG_BUNDLE, PATIENCE * (p->t.step(&p->t, from) + 1.0), &n);
  FILE *in = text && n && !p->failed ? fmemopen(text, n, "r") : NULL;
  if (!in || bundle_read(p->b, in) || bundle_size(p->b) > MOST)
    p->failed = 1;
  if (in)
    fclose(in);
  free(text);
  return 0;
}

/* Empty if it failed. */
static char *text_of(const struct reduced_part *p, size_t *n) {
  char *text = NULL;
  *n = 0;
  FILE *out = p->failed ? NULL : open_memstream(&text, n);
  int bad = out && bundle_write(p->b, out);
  if (out && (fclose(out) || bad))
    *n = 0;
  return text;
}

static int hand_on(void *context, int to) {
  struct reduced_part *p = context;
  size_t n;
  char *text = text_of(p, &n);
  return exchange_post(across(p, to), TAG_BUNDLE, text, n) ||
         exchange_settle(PATIENCE * (p->t.steps + 1.0));
}

static void run(struct reduced_part *p) {
  static const struct reduction messages = {receive, hand_on};
  p->root = topology_root(&p->t);
  p->b = bundle_new(&p->frames);
  p->failed =
      inquiry_make(&p->inquiry, PATIENCE) || !p->b || journal_findings(world.journal, own, p);
  int bad = reduction_run(&p->t, across(p, world.rank), &messages, p);
  if (!world.rank && !bad && !p->failed) {
    size_t n;
    char *text = text_of(p, &n);
    journal_append(world.journal, text, n);
    free(text);
  }
  bundle_free(p->b);
  frames_free(p->frames);
}

void reduce_ranks(void) {
  enum { TREE, RING, JOURNALS }; /* in the order of the words of --merge */
  struct options o;
  struct reduced_part p = {0};
  options_default(&o);
  options_environment(&o, NULL);
  int word = inquiry_new(&p.inquiry, &p.frames) ? JOURNALS : options_word(&o, OPTION_MERGE);
  int mine[] = {journal_found(world.journal), word}, all[2];
  if (!REAL(Allreduce)(mine, all, 2, MPI_INT, MPI_MAX, world.comm) && all[0] &&
      all[1] != JOURNALS && world.size > 1) {
    p.t = topology_of(all[1] == RING ? TOPOLOGY_RING : TOPOLOGY_TREE, world.size);
    run(&p);
  }
  inquiry_free(&p.inquiry);
}
