/* left.c: buffers of sends whose requests were freed. The program does not know when such a
 * send is complete but from what others tell it after its receive (section 3.7.3). So what the
 * buffer is used for is wrong as long as this process has learned nothing from another one
 * since the send began. Whether what it learns later is about that receive is not asked. */
#include "checker/core/access.h"
#include "checker/core/watch.h"
#include "checker/rules/shared.h"
#include "issue.h"
#include "left.h"

#define LEFT_MOST 64

static void drop_all(struct check *c) {
  struct access *next;
  for (struct access *a = c->left; a; a = next) {
    next = a->mate;
    a->mate = NULL;
    shared_end(c, a, 0);
    open_remove(c, a);
    access_free(c, a);
  }
  c->left = NULL;
  c->left_count = 0;
}

void left_add(struct check *c, struct request *r) {
  if (c->windows) { /* their memory tells of much that is not seen */
    issue_lost(c, r);
    return;
  }
  if (c->left_count >= LEFT_MOST)
    drop_all(c);
  struct access *next;
  for (struct access *a = r->buffers; a; a = next) {
    next = a->mate;
    a->request = 0;
    a->mate = c->left;
    c->left = a;
    c->left_count++;
  }
  r->buffers = NULL;
}

void left_learned(struct check *c) {
  c->learned++;
  if (c->left)
    drop_all(c);
}

uint64_t check_learned(const struct check *c) {
  return c->learned;
}
