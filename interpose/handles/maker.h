/* maker.h: which call has made a request or another object, to be named when that is used
 * against the rules or left behind. */
#ifndef FENCEPOST_MISUSE_H
#define FENCEPOST_MISUSE_H

#include <stdint.h>
#include "interpose/base/thread.h"
#include "interpose/stack/stack.h"

enum maker_kind { MAKER_OTHER, MAKER_RECEIVE, MAKER_COLLECTIVE, MAKER_GENERAL };

struct maker {
  uint32_t stack;
  uint16_t call;
  uint8_t kind; /* enum maker_kind, of a request */
  int32_t thread;
};

enum maker_kind maker_kind(unsigned call);
/* The call it is in. Inline, since a struct put together in memory is slow to be returned. */
static inline struct maker misuse_maker(struct thread *t) {
  return (struct maker){stack_capture(t), (uint16_t)t->call, (uint8_t)maker_kind(t->call),
                        t->number};
}
int misuse_persistent(unsigned call); /* whether its requests are persistent */
/* `what`: enum misuse. */
void misuse_feed_of(struct frame *f, int what, const struct maker *m, int64_t value,
                    int64_t most);
/* One of `n` calls may have made it, MISUSE_MAKERS at most. */
void misuse_feed_among(struct frame *f, int what, const struct maker *m, int n, int64_t value,
                       int64_t most);

#endif
