/* gomp_taskloop.c: task loops of gcc's OpenMP runtime. It makes any number of tasks from one
 * block of arguments, into whose first two words it writes the bounds of each. */
#include <stdlib.h>
#include <string.h>
#include "gomp_tasks.h"
#include "real_call.h"

#define EXPORT RUNTIME_EXPORT

enum { FLAG_NOGROUP = 1 << 11, FLAG_REDUCTION = 1 << 12 };

/* What all tasks of a loop use. It is an object for the hooks. */
struct taskloop {
  struct omp_kept kept;
  struct gomp_region *region;
  struct omp_task *parent;
  struct omp_group *group, own;
  gomp_function *function;
  gomp_copy *copy;
  void *data;
  size_t size, offset;
  unsigned phase;
  const void *caller;
};

/* Before the block. */
struct header {
  unsigned long long bounds[2];
  void *reductions; /* the runtime looks for them here */
  struct taskloop *loop;
};

_Static_assert(sizeof(long) == sizeof(unsigned long long), "bounds are words");

static struct taskloop *loop_new(int is_grouped, const void *caller) {
  struct gomp_context *c = gomp_current;
  if (!c || !c->region || !order_hooks)
    return NULL;
  struct omp_task *parent = gomp_current_task(caller);
  struct taskloop *l = parent ? calloc(1, sizeof *l) : NULL;
  if (!l) {
    ORDER(unseen, "a taskloop that there was no memory for", caller);
    return NULL;
  }
  l->region = c->region;
  l->parent = omp_task_hold(parent);
  l->group = is_grouped ? &l->own : c->group;
  l->own.outer = c->group;
  l->phase = c->phase;
  l->caller = caller;
  return l;
}

static void loop_free(struct omp_kept *k) {
  struct taskloop *l = (struct taskloop *)k;
  ORDER(forget, l, ORDER_TASK);
  ORDER(forget, &l->own, ORDER_GROUP);
  omp_task_drop(l->parent);
  free(l);
}

/* All tasks have ended, or will have when the group ends or somebody waits for them. */
static void loop_made(struct taskloop *l) {
  struct gomp_context *c = gomp_current;
  if (l->group == &l->own) {
    ORDER(acquire, &l->own, ORDER_GROUP, l->caller);
    gomp_kept_end(&l->own.kept);
    loop_free(&l->kept);
    return;
  }
  l->kept.end = loop_free;
  gomp_keep(c->group ? &c->group->kept : &c->kept, &l->kept);
}

static void run_part(void *data) {
  struct header *h = data;
  struct taskloop *l = h->loop;
  void *block = (char *)data + l->offset;
  memcpy(block, h->bounds, sizeof h->bounds);
  ORDER(acquire, l, ORDER_TASK, l->caller);
  struct omp_task *t = gomp_task_new(l->region, l->phase, l->parent, l->group, l->caller);
  if (t)
    gomp_task_run(t, l->function, block);
  else
    l->function(block);
}

static void copy_part(void *to, void *from) {
  struct header *h = to;
  *h = *(struct header *)from;
  gomp_copy_data((char *)to + h->loop->offset, h->loop->data, h->loop->copy, h->loop->size);
}

/* Where the program has no function that copies, the runtime must get none: it would copy for
 * all tasks at once, on the stack, what it can use again and again. So the block is copied
 * here, with the header before it. Returns NULL if there is no memory. */
static struct header *header_new(struct taskloop *l, size_t align, unsigned flags) {
  void *h = NULL;
  l->offset = gomp_rounded(sizeof(struct header), align);
  if (posix_memalign(&h, align, gomp_rounded(l->offset + (l->copy ? 0 : l->size), align)))
    return NULL;
  *(struct header *)h = (struct header){.loop = l};
  if (flags & FLAG_REDUCTION)
    ((struct header *)h)->reductions = ((struct header *)l->data)->reductions;
  if (!l->copy)
    gomp_copy_data((char *)h + l->offset, l->data, NULL, l->size);
  return h;
}

static struct header *prepare(gomp_function *fn, void *data, gomp_copy *copy, long size,
                              size_t align, unsigned flags, const void *caller) {
  struct taskloop *l = loop_new(!(flags & FLAG_NOGROUP), caller);
  if (!l)
    return NULL;
  l->function = fn;
  l->data = data;
  l->copy = copy;
  l->size = (size_t)size;
  struct header *h = header_new(l, align, flags);
  if (!h) {
    ORDER(unseen, "a taskloop that there was no memory for", caller);
    loop_free(&l->kept);
    return NULL;
  }
  ORDER(release, l, ORDER_TASK, caller);
  return h;
}

#define TASKLOOP(name, type)                                                                   \
  EXPORT void name(gomp_function *fn, void *data, gomp_copy *copy, long size, long align,      \
                   unsigned flags, unsigned long tasks, int priority, type start, type end,    \
                   type step);                                                                 \
  void name(gomp_function *fn, void *data, gomp_copy *copy, long size, long align,             \
            unsigned flags, unsigned long tasks, int priority, type start, type end,           \
            type step) {                                                                       \
    GOMP_REAL(name);                                                                           \
    long least = _Alignof(struct header), to = align > least ? align : least;                  \
    struct header *h = prepare(fn, data, copy, size, (size_t)to, flags, ORDER_CALLER);         \
    if (!h) {                                                                                  \
      function(fn, data, copy, size, align, flags, tasks, priority, start, end, step);         \
      return;                                                                                  \
    }                                                                                          \
    struct taskloop *l = h->loop;                                                              \
    size = (long)gomp_rounded(l->offset + (size_t)size, (size_t)to);                           \
    function(run_part, h, copy ? copy_part : NULL, size, to, flags, tasks, priority, start,    \
             end, step);                                                                       \
    loop_made(l);                                                                              \
    free(h);                                                                                   \
  }
TASKLOOP(GOMP_taskloop, long)
TASKLOOP(GOMP_taskloop_ull, unsigned long long)
