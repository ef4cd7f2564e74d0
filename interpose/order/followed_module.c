#define _GNU_SOURCE
#include "followed_module.h"
#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include "include/library.h"
#include "interpose/base/mpi_call.h"

#define MODULES 1024  /* at most; of others none is known to be under MPI */
#define CALLERS 4096u /* places in the table of callers */

enum { OF_PROGRAM = 1, UNDER_MPI = 2 };

static struct known_module {
  const struct link_map *map;
  int side;
} known[MODULES];
static int known_count;

/* An address is in the upper bits, whether it is followed in the lowest two: 0 = not known. */
static _Atomic uint64_t callers[CALLERS];

static const char *string_at(const struct link_map *map, ElfW(Xword) offset) {
  for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_STRTAB) /* the loader makes it an address, but not in all modules */
      return (const char *)(d->d_un.d_ptr < map->l_addr ? map->l_addr + d->d_un.d_ptr
                                                        : d->d_un.d_ptr) +
             offset;
  return "";
}

static const char *soname(const struct link_map *map) {
  for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_SONAME)
      return string_at(map, d->d_un.d_val);
  const char *slash = strrchr(map->l_name, '/');
  return slash ? slash + 1 : map->l_name;
}

static int is_mpi(const struct link_map *map) {
  return real_module(map->l_name) != 0;
}

static struct known_module *find(const struct link_map *map) {
  for (int i = 0; i < known_count; i++)
    if (known[i].map == map)
      return &known[i];
  return NULL;
}

static struct known_module *find_name(const char *name) {
  for (int i = 0; i < known_count; i++)
    if (!strcmp(soname(known[i].map), name))
      return &known[i];
  return NULL;
}

/* Marks the module and all that it needs, but not what MPI libraries need on the way. */
static void mark(struct known_module *m, int side) {
  if (!m || m->side & side || (side == OF_PROGRAM && is_mpi(m->map)))
    return;
  m->side |= side;
  for (const ElfW(Dyn) *d = m->map->l_ld; d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_NEEDED)
      mark(find_name(string_at(m->map, d->d_un.d_val)), side);
}

void followed_modules_begin(void) {
  struct link_map *map = NULL;
  struct known_module *first;
  void *self = dlopen(NULL, RTLD_LAZY);
  if (!self || dlinfo(self, RTLD_DI_LINKMAP, &map))
    return;
  for (; map && known_count < MODULES; map = map->l_next)
    if (map->l_ld)
      known[known_count++] = (struct known_module){map, 0};
  first = known_count ? &known[0] : NULL; /* the executable */
  mark(first, OF_PROGRAM);
  for (int i = 0; i < known_count; i++)
    if (is_mpi(known[i].map))
      mark(&known[i], UNDER_MPI);
  dlclose(self);
}

const char *module_name(const void *code) {
  struct dl_find_object found;
  if (_dl_find_object((void *)code, &found) || !found.dlfo_link_map->l_name)
    return "";
  const char *slash = strrchr(found.dlfo_link_map->l_name, '/');
  return slash ? slash + 1 : found.dlfo_link_map->l_name;
}

static int is_under_mpi(const struct known_module *m) {
  return m && m->side == UNDER_MPI && !is_mpi(m->map);
}

static int module_followed(const struct link_map *map) {
  const struct known_module *m = find(map);
  if (is_mpi(map) || is_under_mpi(m))
    return 0;
  for (const ElfW(Dyn) *d = map->l_ld; !m && d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_NEEDED && is_under_mpi(find_name(string_at(map, d->d_un.d_val))))
      return 0;
  return 1;
}

int followed_module(const void *caller) {
  uint64_t at = (uint64_t)(uintptr_t)caller;
  _Atomic uint64_t *place = &callers[at * 0x9e3779b97f4a7c15u >> 32 & (CALLERS - 1)];
  uint64_t seen = atomic_load_explicit(place, memory_order_relaxed);
  if (seen && seen >> 2 == (at << 2) >> 2)
    return (int)(seen & 1);
  struct dl_find_object found;
  int followed = _dl_find_object((void *)caller, &found) || !found.dlfo_link_map->l_ld ||
                 module_followed(found.dlfo_link_map);
  atomic_store_explicit(place, at << 2 | 2u | (unsigned)followed, memory_order_relaxed);
  return followed;
}
