/* visible.h: whether stores to shared memory were made visible to those that access it later */
#ifndef FENCEPOST_VISIBLE_H
#define FENCEPOST_VISIBLE_H

#include <stdint.h>

struct access;
struct check;
struct window;

struct visibility {
  struct sight *sights;  /* by window and rank */
  struct unseen *unseen; /* pairs that may not be in order */
  int unseen_count, unseen_room;
  uint64_t unseen_skipped; /* pairs that there was no room for */
  int hidden;              /* visible_hide was called for some window */
};

void visible_enter(struct check *c, struct window *w); /* a synchronisation call begins, */
void visible_leave(struct check *c, struct window *w); /* ... is over */
/* An access to the memory of a member is about to be told to it. */
void visible_tells(struct check *c, struct window *w, int32_t index, const struct access *a);
void visible_stores(struct window *w, int32_t index, const struct access *a);
/* Its processes order themselves by accesses of their own: nothing is said of it. */
void visible_give_up(struct check *c, struct window *w);
/* Nor are its accesses compared. Found out late: such findings wait until the end. */
void visible_hide(struct check *c, struct window *w);
int visible_hidden(const struct check *c, uint64_t win);
/* Of two accesses, `first` before `second`: whether it is known already that ... */
int visible(const struct check *c, const struct window *w, const struct access *first,
            const struct access *second);
/* ... a peer's store was brought out, at its event `when` or (NEVER) long ago. */
int visible_brought_out(const struct check *c, const struct access *store, uint64_t *when);
/* Keeps them until visible_judge if it is not. */
void visible_pair(struct check *c, struct window *w, struct access *first,
                  struct access *second, int64_t lo, int64_t hi);
void visible_judge(struct check *c); /* `sync-missing`, when all was heard */
void visible_free(struct check *c);

#endif
