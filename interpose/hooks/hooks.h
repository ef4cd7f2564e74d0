/* hooks.h: how a module built with `fencepost cc` and the checker work together.
 *
 * Each executable and shared library so built holds the hooks (libfencepost-hooks.a) and one
 * `struct hooks`, which its constructor gives to the checker if that is loaded; else the filter
 * stays empty, and a hook costs one load.
 *
 * The filter has a byte for each granule of HOOKS_GRANULE bytes, by address modulo
 * HOOKS_GRANULES: 0 = nobody asks for accesses there. Others go on: `site[(pc - text) / 4]` is
 * the number of the instruction (0 = new), and `run[site]` what this thread did there last. An
 * access that goes on with it, at `next` or again at `same`, is noted there and then; all
 * others go to `access`.
 *
 * Accesses that follow no pattern often come to the same elements again. They are noted in
 * leaves, and what a leaf will tell of already is not noted again.
 *
 * A `struct hooks_recorder` belongs to one thread, which alone writes `next`, `stride`, `again`
 * and `page`; others, with the recorder's lock, take `same` away and count `segment`. Layouts
 * are part of HOOKS_VERSION. */
#ifndef FENCEPOST_HOOKS_H
#define FENCEPOST_HOOKS_H

#include <stddef.h>
#include <stdint.h>

#define HOOKS_VERSION 5
#define HOOKS_SHIFT 9
#define HOOKS_GRANULE (1ul << HOOKS_SHIFT)
#define HOOKS_GRANULES (1ul << (32 - HOOKS_SHIFT))
#define HOOKS_PLACE(address) ((uint32_t)(address) >> HOOKS_SHIFT)

struct hooks_run {
  uintptr_t next, same; /* 0 = none */
  intptr_t stride;      /* distance from one address to the next */
  uint64_t again;       /* how often the address `same` was accessed */
  /* for the checker only: */
  uintptr_t lo;   /* the first address that was not told yet */
  uint64_t value; /* value that the first load there got */
  uint32_t size;  /* of each access */
  uint16_t place, holds;
  uint64_t held; /* it will be told with the next segment; the cache line ends here */
};

/* Which bytes a thread has loaded [0] and stored [1] in a segment, in HOOKS_LEAF bytes of
 * addresses (leaf.h). */
#define HOOKS_LEAF 4096
#define HOOKS_LEAF_GRANULES (HOOKS_LEAF / 8)
#define HOOKS_LEAF_MIXED 0x8000
struct hooks_leaf {
  uint64_t page; /* address / HOOKS_LEAF */
  struct hooks_leaf *next;
  uint8_t bits[2][HOOKS_LEAF_GRANULES];
  uint16_t first[2][HOOKS_LEAF_GRANULES], last[2][HOOKS_LEAF_GRANULES];
};

#define HOOKS_PAGES 4096
struct hooks_page {
  struct hooks_leaf *leaf; /* by its page, modulo HOOKS_PAGES; NULL: none */
  uint64_t segment;        /* that of the recorder when it was put here */
};

struct hooks_recorder {
  struct hooks_run *run;
  struct hooks_page *page; /* HOOKS_PAGES of them */
  uint64_t segment;
};

enum {
  HOOKS_STORE = 1,
  HOOKS_ATOMIC = 2,
  HOOKS_LOOP = 4 /* told before its loop, with all that follow: no look that waits */
};

static inline struct hooks_page *hooks_page(const struct hooks_recorder *r, uintptr_t at) {
  return &r->page[at / HOOKS_LEAF % HOOKS_PAGES];
}

/* Whether an access to these bytes of a granule adds nothing to what the leaf will tell: the
 * instruction that accessed them first, and one other. An instruction that is new in the
 * segment (place 0) is always noted: it may be a look of a loop that waits. */
static inline int hooks_told(const struct hooks_recorder *r, uintptr_t at, size_t size,
                             unsigned how, uint16_t place) {
  const struct hooks_page *p = hooks_page(r, at);
  const struct hooks_leaf *leaf = p->leaf;
  size_t granule = at % HOOKS_LEAF / 8, offset = at & 7, store = how & HOOKS_STORE;
  if (!leaf || leaf->page != at / HOOKS_LEAF || offset + size > 8 || how & HOOKS_ATOMIC ||
      p->segment != __atomic_load_n(&r->segment, __ATOMIC_RELAXED))
    return 0;
  uint16_t first = leaf->first[store][granule];
  unsigned bytes = ((1u << size) - 1) << offset;
  return !(bytes & ~leaf->bits[store][granule]) && !(first & HOOKS_LEAF_MIXED) &&
         (first == place || (place && first != leaf->last[store][granule]));
}

/* What an atomic operation did, and the memory order it asked for. */
enum { ATOMIC_LOADS = 1, ATOMIC_STORES = 2, ATOMIC_ACQUIRES = 4, ATOMIC_RELEASES = 8 };

/* What an instruction accesses in a loop: `count` times `size` bytes. What has no gaps and is
 * less than HOOKS_ROW bytes counts as one. */
struct hooks_row {
  intptr_t stride; /* 0: the same each time */
  size_t count, size;
};
#define HOOKS_ROW (1ul << 30)

struct hooks {
  uint32_t version;
  unsigned char *filter;
  uintptr_t text; /* where the code of the module begins */
  const uint32_t *site;
  void (*access)(uintptr_t at, uintptr_t pc, unsigned how, size_t size, struct hooks *h);
  void (*row)(uintptr_t at, uintptr_t pc, unsigned how, const struct hooks_row *row,
              struct hooks *h);
  struct hooks_recorder **(*self)(void); /* where the calling thread keeps its recorder */
  uintptr_t tells, tells_end;            /* where its functions are that do nothing but tell */
  /* Before and after an atomic operation, by which threads order themselves: nobody else does
   * one at this address meanwhile. The first returns NULL if it matters to nobody; else the
   * second must be called with what it returned. `what`: ATOMIC_*. */
  void *(*atomic)(const volatile void *at);
  void (*atomic_done)(void *place, const volatile void *at, unsigned what);
  void (*fence)(unsigned what);
  struct hooks *next; /* the checker's list */
};

/* The section in which these functions are, and that of all other hooks. */
#define HOOKS_TELL "fencepost_tell"
#define HOOKS_CODE "fencepost_hooks"

/* In libfencepost.so; found by dlsym. */
#define HOOKS_ENTER "fencepost_hooks_enter"
#define HOOKS_LEAVE "fencepost_hooks_leave"
typedef void hooks_function(struct hooks *h);

/* The same for programs that nobody trusts: told before each call by a pointer. */
#define HOOKS_TARGET "fencepost_hooks_target"
typedef void hooks_target(const void *function);

#endif
