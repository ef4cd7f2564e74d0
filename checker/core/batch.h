/* batch.h: joins operations before they are told. The last one is kept back to see whether the
 * next one continues it: Operations that one line of the program makes on one target are told
 * as one if each has the bytes right after those of the one before, with nothing else in
 * between; or if each has the same bytes, and all that happened in between is that the one
 * before was completed, and that the line did the same at other places. So when the line goes
 * on to another place, an operation that is complete is laid by: it is told with the last one,
 * before it, in the order in which they were completed. An operation that is completed while it
 * is kept back is told together with its completion, and with the value that it has put or
 * got, by which processes may order themselves. Rows have none, but for few bytes that were
 * got: flags are single, data comes in rows. */
#ifndef FENCEPOST_BATCH_H
#define FENCEPOST_BATCH_H

#include "include/event.h"
#include "peer.h"

struct window;

/* An operation that was laid by; members as in event_op, struct event and struct batch. */
struct laid {
  int64_t at, disp; /* at: offset of its first byte in the target's window */
  uint64_t seq, time, first, over, over_settled; /* over: 0 if there is none */
  uint32_t again;
};
#define LAID 64

struct batch {
  int32_t rank; /* rank that the kept-back operation is to be told to; -1: none is kept back */
  struct event event;
  struct moment moment; /* holds the clock */
  int64_t each, end;    /* size of each operation; offset of the first byte after the last */
  int32_t unit;         /* displacement unit of the target */
  uint64_t seq;         /* of the last */
  int open;             /* the last is not complete */
  int alone;            /* its completion is that of no other operation */
  int renewed;          /* how often another one has taken its place (batch_next) */
  uint64_t since;       /* event number of the first operation that is kept back */
  uint64_t time_before; /* moment.time before the last, which was made again */
  int laid_count;
  struct laid
      *laid; /* LAID of them, by the number of bytes before them in the window; or NULL */
  /* Its mark, if nothing was found about the last, and nothing has happened since by which
   * another one like it might not be allowed; else 0. Its buffer, and the size of the window in
   * bytes. */
  uint64_t plain, marks; /* marks: number of marks so far */
  struct event_data origin;
  int64_t room;
};

void batch_add(struct check *c, const struct window *w, int32_t rank, const struct event *e);
/* Before an event of this process is handled: sends what must not be kept back any longer. */
void batch_before(struct check *c, int kind);
void batch_send(struct check *c);
void batch_drop(struct check *c);
/* Returns 0 if that operation is not kept back. */
int batch_undo(struct check *c, uint64_t seq);
/* The operation that was just added is plain (struct batch), if it is kept back. */
void batch_plain(struct check *c, const struct window *w, const struct event *e);
/* An operation that is like the kept-back one but for its place and its buffer's. */
struct again {
  int64_t disp, origin; /* as event_op.disp; first address of the buffer */
  uint64_t seq;
};
/* Returns whether the operation, as the program makes it, is like the kept-back one but for its
 * place, */
int batch_resembles(const struct check *c, const struct event *e);
/* and whether it is allowed there because that one was. */
int batch_allows(const struct check *c, const struct again *again);
/* It joins the kept-back one, or takes its place, and that one is told. */
void batch_next(struct check *c, const struct window *w, const struct again *again);
/* Returns whether the last operation on the target is plain, complete, and kept back. */
int batch_rests(const struct check *c, uint64_t win, int32_t target);
/* All operations of this process on the target so far are complete, `count` of them since this
 * was so before. Returns 0 if none of them by this thread is kept back: then the target must be
 * told. `when`: as event_value.when. */
int batch_completed(struct check *c, const struct window *w, int32_t target, int count,
                    uint64_t when);
/* Returns the operation, or those of which it is the first, if it is kept back and not
 * complete; else NULL. */
struct event_op *batch_open(struct check *c, uint64_t seq);

#endif
