/* agreed_calls.h: notes the collective calls of agreed_calls.def for agreement.h. */
#ifndef FENCEPOST_AGREED_CALLS_H
#define FENCEPOST_AGREED_CALLS_H

struct frame;

/* After such a call. */
void agreed_leave(struct frame *f);

#endif
