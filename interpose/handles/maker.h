/* maker.h: which call has made a request or another object, so that a finding can name it when
 * the object is misused or left over. */
#ifndef FENCEPOST_MISUSE_H
#define FENCEPOST_MISUSE_H

#include <stdint.h>
#include "interpose/base/thread.h"
#include "interpose/stack/stack.h"

enum maker_kind { MAKER_OTHER, MAKER_RECEIVE, MAKER_COLLECTIVE, MAKER_GENERAL };

struct maker {
  uint32_t stack;
  uint16_t call;
  uint8_t kind; /* enum maker_kind, for requests */
  int32_t thread;
};

extern const uint8_t
    maker_kinds[CALLS]; /* enum maker_kind, of the requests that a call makes */
/* Returns the call that the thread is in. */
static inline struct maker misuse_maker(struct thread *t) {
  return (struct maker){stack_capture(t), (uint16_t)t->call, maker_kinds[t->call], t->number};
}
int misuse_persistent(unsigned call); /* returns whether the call makes persistent requests */
/* `what`: enum misuse. */
void misuse_feed_of(struct frame *f, int what, const struct maker *m, int64_t value,
                    int64_t most);
/* The same for something that one of `n` calls may have made, MISUSE_MAKERS at most. */
void misuse_feed_among(struct frame *f, int what, const struct maker *m, int n, int64_t value,
                       int64_t most);

#endif
