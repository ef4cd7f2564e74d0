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
 * A `struct hooks_recorder` belongs to one thread, which alone writes `next`, `stride` and
 * `again`; others, with the recorder's lock, take `same` away. Layouts are part of
 * HOOKS_VERSION. */
#ifndef FENCEPOST_HOOKS_H
#define FENCEPOST_HOOKS_H

#include <stddef.h>
#include <stdint.h>

#define HOOKS_VERSION 4
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

struct hooks_recorder {
  struct hooks_run *run;
};

enum {
  HOOKS_STORE = 1,
  HOOKS_ATOMIC = 2,
  HOOKS_LOOP = 4 /* told before its loop, with all that follow: no look that waits */
};

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

#endif
