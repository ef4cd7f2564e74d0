/* visible.h: finds out whether stores to shared memory are visible to later accesses by
 * others. */
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
  uint64_t unseen_skipped; /* number of pairs for which there was no room */
  int hidden;              /* visible_hide was called for some window */
};

void visible_enter(struct check *c, struct window *w); /* a synchronisation call begins, */
void visible_leave(struct check *c, struct window *w); /* ... is over */
/* Is called before a member is told of an access to its memory. */
void visible_tells(struct check *c, struct window *w, int32_t index, const struct access *a);
void visible_stores(struct window *w, int32_t index, const struct access *a);
/* The processes order themselves by their own accesses, so nothing is said of the window. */
void visible_give_up(struct check *c, struct window *w);
/* Nor are its accesses compared. This is found out late, so findings about them wait until the
 * end. */
void visible_hide(struct check *c, struct window *w);
int visible_hidden(const struct check *c, uint64_t win);
/* `first` is before `second`: returns whether it is known already that the store is visible. */
int visible(const struct check *c, const struct window *w, const struct access *first,
            const struct access *second);
/* Returns whether a peer's store was brought out, and sets *when to that event; NEVER: long
 * ago. */
int visible_brought_out(const struct check *c, const struct access *store, uint64_t *when);
/* If the store is not known to be visible, keeps the pair until visible_judge. */
void visible_pair(struct check *c, struct window *w, struct access *first,
                  struct access *second, int64_t lo, int64_t hi);
/* Makes the findings `sync-missing`, when everything was heard. */
void visible_judge(struct check *c);
void visible_free(struct check *c);

#endif
