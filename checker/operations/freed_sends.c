/* freed_sends.c: buffers of sends whose requests were freed. The program does not know when
 * such a send is complete but from what others tell it after its receive (section 3.7.3). So
 * what the buffer is used for is wrong as long as this process has learned nothing from another
 * one since the send began. Whether what it learns later is about that receive is not asked. */
#include "checker/core/access.h"
#include "checker/core/watch.h"
#include "checker/rules/shared.h"
#include "freed_sends.h"
#include "issue.h"
#include "rma_request.h"

#define FREED_SENDS_MOST 64

static void drop_all(struct check *c) {
  struct access *next;
  for (struct access *a = c->freed_sends.buffers; a; a = next) {
    next = a->mate;
    a->mate = NULL;
    shared_end(c, a, 0);
    open_remove(c, a);
    access_free(c, a);
  }
  c->freed_sends.buffers = NULL;
  c->freed_sends.count = 0;
}

void freed_sends_add(struct check *c, struct request *r) {
  if (c->windows.table) { /* their memory tells of much that is not seen */
    issue_lost(c, r);
    return;
  }
  if (c->freed_sends.count >= FREED_SENDS_MOST)
    drop_all(c);
  struct access *next;
  for (struct access *a = r->buffers; a; a = next) {
    next = a->mate;
    a->request = 0;
    a->mate = c->freed_sends.buffers;
    c->freed_sends.buffers = a;
    c->freed_sends.count++;
  }
  r->buffers = NULL;
}

void freed_sends_learned(struct check *c) {
  c->freed_sends.learned++;
  if (c->freed_sends.buffers)
    drop_all(c);
}

uint64_t check_learned(const struct check *c) {
  return c->freed_sends.learned;
}
