#define _GNU_SOURCE
#define UNW_LOCAL_ONLY
#include "module.h"
#include <libunwind.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "interpose/base/unloads.h"
#include "loaded.h"

/* An object of the loader that was seen. */
struct module_range {
  struct loaded_range at;
  const struct module *module;
  const char *name; /* the loader's */
  unsigned unloads; /* value of code_unloads() when it was looked at */
};

static struct module *modules;
static struct module_range *ranges;
static size_t range_count, range_room;

static void read_build_id(char *text, size_t room, const unsigned char *at, size_t size) {
  const unsigned char *end = at + size;
  while (at + sizeof(ElfW(Nhdr)) <= end) {
    const ElfW(Nhdr) *n = (const void *)at;
    const unsigned char *name = at + sizeof *n;
    const unsigned char *desc = name + ((n->n_namesz + 3) & ~3u);
    if (desc + n->n_descsz > end)
      return;
    if (n->n_type == NT_GNU_BUILD_ID && n->n_namesz == 4 && !memcmp(name, "GNU", 4)) {
      for (unsigned i = 0; i < n->n_descsz && i < room / 2 - 1; i++)
        sprintf(text + 2 * i, "%02x", desc[i]);
      return;
    }
    at = desc + ((n->n_descsz + 3) & ~3u);
  }
}

static void read_path(char *path, size_t room, const char *name) {
  char *real = *name ? realpath(name, NULL) : NULL;
  ssize_t n = *name ? 0 : readlink("/proc/self/exe", path, room - 1);
  if (*name)
    snprintf(path, room, "%s", real ? real : name);
  else
    path[n > 0 ? n : 0] = 0;
  free(real);
}

static const struct module *module_get(const char *path, const char *build_id) {
  for (struct module *m = modules; m; m = m->next)
    if (!strcmp(m->path, path) && !strcmp(m->build_id, build_id))
      return m;
  struct module *m = calloc(1, sizeof *m);
  if (!m || !(m->path = strdup(path))) {
    free(m);
    return NULL;
  }
  snprintf(m->build_id, sizeof m->build_id, "%s", build_id);
  m->next = modules;
  return modules = m;
}

static const struct module *module_of(const struct dl_phdr_info *info) {
  /* Too large for the stack of a small thread; the lock protects it. */
  static char path[PATH_MAX];
  char build_id[sizeof modules->build_id] = "";
  read_path(path, sizeof path, info->dlpi_name);
  for (int i = 0; i < info->dlpi_phnum && !*build_id; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    if (p->p_type == PT_NOTE)
      read_build_id(build_id, sizeof build_id, (void *)(info->dlpi_addr + p->p_vaddr),
                    p->p_memsz);
  }
  return module_get(path, build_id);
}

/* What was mapped there before is gone. */
static void ranges_clear(struct loaded_range at) {
  size_t kept = 0;
  for (size_t i = 0; i < range_count; i++)
    if (ranges[i].at.lo >= at.hi || ranges[i].at.hi <= at.lo)
      ranges[kept++] = ranges[i];
  if (kept < range_count)
    unw_flush_cache(unw_local_addr_space, 0, 0);
  range_count = kept;
}

static void range_add(struct module_range r) {
  if (range_count == range_room) {
    size_t room = range_room ? range_room * 2 : 64;
    struct module_range *grown = realloc(ranges, room * sizeof *grown);
    if (!grown)
      return;
    ranges = grown;
    range_room = room;
  }
  ranges[range_count++] = r;
}

static const struct module_range *range_known(const struct loaded_range *at, const char *name) {
  for (size_t i = 0; i < range_count; i++) {
    const struct module_range *r = &ranges[i];
    if (r->at.lo == at->lo && r->at.hi == at->hi && r->name == name &&
        r->unloads == code_unloads())
      return r;
  }
  return NULL;
}

/* A return address may lie just behind the module: the call before it is certain to lie
 * inside. */
static struct module_place place_of(uintptr_t pc) {
  struct dl_phdr_info info;
  struct loaded_range at;
  if (loaded_at(pc - 1, &info, &at))
    return (struct module_place){NULL, pc};
  const struct module_range *known = range_known(&at, info.dlpi_name);
  const struct module *module = known ? known->module : module_of(&info);
  if (!known && module) {
    ranges_clear(at);
    range_add((struct module_range){at, module, info.dlpi_name, code_unloads()});
  }
  return (struct module_place){module, module ? pc - info.dlpi_addr : pc};
}

/* The places that were found last, each where its address leads to: most stacks that are new
 * have no new frames. */
static struct remembered_place {
  uintptr_t pc;
  unsigned unloads;
  struct module_place place;
} remembered[4096];

static struct module_place place_remembered(uintptr_t pc) {
  struct remembered_place *k =
      &remembered[pc * 0x9e3779b97f4a7c15u >> 32 & (sizeof remembered / sizeof *k - 1)];
  if (k->pc == pc && k->unloads == code_unloads())
    return k->place;
  struct module_place place = place_of(pc);
  if (place.module)
    *k = (struct remembered_place){pc, code_unloads(), place};
  return place;
}

void module_places(struct module_place *place, void *const *pc, int count) {
  for (int i = 0; i < count; i++)
    place[i] = place_remembered((uintptr_t)pc[i]);
}
