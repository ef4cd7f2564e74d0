#include "python_known.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "interpose/base/thread.h"
#include "python_key.h"

#define SETS 256
#define WAYS 4

struct known_python {
  uint32_t id; /* 0: none */
  uint32_t native;
  struct python_key key;
};

struct pythons {
  struct thread *thread;
  unsigned kept;
  const struct known_python *last; /* that was found; NULL: none */
  struct known_python set[SETS][WAYS];
};

static pthread_key_t key;
static int keyed;

static void pythons_free(void *value) {
  struct pythons *ps = value;
  ps->thread->pythons = NULL;
  free(ps);
}

static void make_key(void) {
  keyed = !pthread_key_create(&key, pythons_free);
}

static struct pythons *pythons_get(struct thread *t) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (t->pythons)
    return t->pythons;
  pthread_once(&once, make_key);
  struct pythons *ps = keyed ? calloc(1, sizeof *ps) : NULL;
  if (!ps)
    return NULL;
  ps->thread = t;
  if (pthread_setspecific(key, ps)) {
    free(ps);
    return NULL;
  }
  return t->pythons = ps;
}

static struct known_python *set_of(struct pythons *ps, const struct python_key *k,
                                   uint32_t native) {
  uint64_t h = native;
  for (int i = 0; i < k->count; i++)
    h = (h ^ k->place[i].code ^ k->place[i].instruction << 20) * 0x9e3779b97f4a7c15u;
  return ps->set[h >> 56];
}

static int is_same(const struct python_key *a, const struct python_key *b) {
  return a->count == b->count && a->deaths == b->deaths &&
         !memcmp(a->place, b->place, (size_t)a->count * sizeof *a->place);
}

uint32_t python_known(const struct thread *t, const struct python_key *k, uint32_t native) {
  struct pythons *ps = t->pythons;
  if (!ps || !k->count)
    return 0;
  const struct known_python *set = set_of(ps, k, native);
  for (int i = 0; i < WAYS; i++)
    if (set[i].id && set[i].native == native && is_same(&set[i].key, k)) {
      ps->last = &set[i];
      return set[i].id;
    }
  return 0;
}

uint32_t python_known_last(const struct thread *t, const void *state, uint32_t native) {
  const struct pythons *ps = t->pythons;
  return ps && ps->last && ps->last->native == native && python_key_is(&ps->last->key, state)
             ? ps->last->id
             : 0;
}

void python_keep(struct thread *t, const struct python_key *k, uint32_t native, uint32_t id) {
  struct pythons *ps = pythons_get(t);
  if (ps)
    set_of(ps, k, native)[ps->kept++ % WAYS] = (struct known_python){id, native, *k};
}
