#include <stdlib.h>
#include "progress_state.h"

struct progress *progress_new(int32_t size) {
  struct progress *p = calloc(1, sizeof *p);
  if (p)
    p->size = size;
  return p;
}

void progress_free(struct progress *p) {
  if (!p)
    return;
  standstill_free(p);
  rendezvous_free(p);
  agreement_free(p);
  uncalled_free(p);
  mismatch_free(p);
  amounts_free(p);
  groups_free(p);
  misplaced_free(p);
  file_conflicts_free(p);
  free(p);
}

void progress_feed(struct progress *p, const struct event *e) {
  switch (e->kind) {
#define NOBODY
#define CHECK(handler)
#define WINDOW(handler)
#define PROGRESS(handler) handler(p, e);
#define EVENT(NAME, word, body, call, traits, own, others)                                     \
  case EVENT_##NAME:                                                                           \
    own break;
#include "include/events.def"
  }
}

void progress_judge(struct progress *p, void *context,
                    void (*finding)(void *context, const struct progress_finding *f)) {
  p->context = context;
  p->finding = finding;
  amounts_judge(p);
  groups_judge(p);
  uncalled_judge(p); /* asks what groups_judge has found */
  mismatch_judge(p);
  misplaced_judge(p);
  file_conflicts_judge(p);
  unmatched_judge(p);
  deadlock_judge(p);
  agreement_judge(p); /* says of what deadlock_judge leaves to it */
  rendezvous_judge(p);
}
