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

/* One segment of code that is mapped. */
struct module_range {
  uintptr_t lo, hi, bias;
  const struct module *module;
};

static struct module *modules;
static struct module_range *ranges;
static size_t range_count, range_room;
static unsigned long long adds, subs;
static const atomic_uint *unload_count;

void module_watch(const atomic_uint *unloads) {
  unload_count = unloads;
}

unsigned module_unloads(void) {
  return unload_count ? atomic_load_explicit(unload_count, memory_order_acquire) : 0;
}

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

static int range_add(struct module_range r) {
  if (range_count == range_room) {
    size_t room = range_room ? range_room * 2 : 64;
    struct module_range *grown = realloc(ranges, room * sizeof *grown);
    if (!grown)
      return -1;
    ranges = grown;
    range_room = room;
  }
  ranges[range_count++] = r;
  return 0;
}

static int list_module(struct dl_phdr_info *info, size_t size, void *unused) {
  /* Too large for the stack of a small thread; the lock protects it. */
  static char path[PATH_MAX];
  char build_id[sizeof modules->build_id] = "";
  (void)size;
  (void)unused;
  read_path(path, sizeof path, info->dlpi_name);
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    if (p->p_type == PT_NOTE && !*build_id)
      read_build_id(build_id, sizeof build_id, (void *)(info->dlpi_addr + p->p_vaddr),
                    p->p_memsz);
  }
  const struct module *m = module_get(path, build_id);
  for (int i = 0; m && i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    uintptr_t lo = info->dlpi_addr + p->p_vaddr;
    if (p->p_type == PT_LOAD && (p->p_flags & PF_X) &&
        range_add((struct module_range){lo, lo + p->p_memsz, info->dlpi_addr, m}))
      return 1;
  }
  return 0;
}

/* glibc counts in every record how many modules came and went. */
static int list_changed(struct dl_phdr_info *info, size_t size, void *changed) {
  (void)size;
  *(int *)changed = info->dlpi_adds != adds || info->dlpi_subs != subs;
  if (info->dlpi_subs != subs)
    unw_flush_cache(unw_local_addr_space, 0, 0);
  adds = info->dlpi_adds;
  subs = info->dlpi_subs;
  return 1;
}

static void ranges_renew(void) {
  int changed = 0;
  dl_iterate_phdr(list_changed, &changed);
  if (!changed)
    return;
  range_count = 0;
  dl_iterate_phdr(list_module, NULL);
}

/* A return address may lie just behind the module: the call before it is certain to lie
 * inside. */
static int range_has(const struct module_range *r, uintptr_t pc) {
  return pc - 1 >= r->lo && pc - 1 < r->hi;
}

static struct module_place place_of(uintptr_t pc) {
  for (size_t i = 0; i < range_count; i++)
    if (range_has(&ranges[i], pc))
      return (struct module_place){ranges[i].module, pc - ranges[i].bias};
  return (struct module_place){NULL, pc};
}

void module_places(struct module_place *place, void *const *pc, int count) {
  ranges_renew();
  for (int i = 0; i < count; i++)
    place[i] = place_of((uintptr_t)pc[i]);
}

uintptr_t module_address(struct module_place at) {
  ranges_renew();
  for (size_t i = 0; i < range_count; i++)
    if (at.module == ranges[i].module && range_has(&ranges[i], at.offset + ranges[i].bias))
      return at.offset + ranges[i].bias;
  return 0;
}
