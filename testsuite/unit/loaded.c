/* Compares what is told of all mapped objects, and of the functions in them, with what the
 * loader tells. */
#define _GNU_SOURCE
#include "interpose/base/unloads.c"
#include "interpose/stack/loaded.c"
#include "interpose/stack/exported_at.c"
#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include "tap.h"

#define STEP 61

static int objects, differing, named, wrong, found, missed;

static void compare_names(uintptr_t lo, uintptr_t hi) {
  for (uintptr_t at = lo; at < hi; at += STEP) {
    Dl_info d;
    const char *name = exported_at(at);
    const char *expected = dladdr((void *)at, &d) ? d.dli_sname : NULL;
    named += expected != NULL;
    wrong += name != expected && (!name || !expected || strcmp(name, expected));
  }
}

static int is_told_alone(const struct exports *e, uint32_t i) {
  int type = ELF64_ST_TYPE(e->symbols[i].st_info);
  return type != STT_TLS && type != STT_GNU_IFUNC && e->symbols[i].st_shndx != SHN_UNDEF &&
         !(e->versions && e->versions[i] & 0x8000);
}

/* Whatever dlsym finds in the object itself. */
static void compare_exports(const char *path) {
  void *handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
  struct link_map *object;
  uint32_t first = 0, end = 0;
  if (!handle || dlinfo(handle, RTLD_DI_LINKMAP, &object))
    return;
  struct exports e = exports_of(object);
  end = exports_end(&e, &first);
  for (uint32_t i = first; i < end; i++) {
    const char *name = e.names + e.symbols[i].st_name;
    struct dl_find_object owner;
    void *expected = is_told_alone(&e, i) ? dlsym(handle, name) : NULL;
    if (!expected || _dl_find_object(expected, &owner) || owner.dlfo_link_map != object)
      continue;
    found++;
    missed += loaded_export(object, name) != expected;
  }
  missed += loaded_export(object, "no_such_name") != NULL;
  dlclose(handle);
}

static int compare(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  objects++;
  compare_exports(info->dlpi_name);
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    uintptr_t lo = info->dlpi_addr + p->p_vaddr;
    struct dl_phdr_info found;
    struct loaded_range at;
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
      continue;
    differing += loaded_at(lo, &found, &at) || at.lo > lo || at.hi < lo + p->p_memsz ||
                 found.dlpi_addr != info->dlpi_addr ||
                 strcmp(found.dlpi_name, info->dlpi_name) ||
                 found.dlpi_phnum != info->dlpi_phnum || found.dlpi_phdr != info->dlpi_phdr;
    compare_names(lo, lo + p->p_memsz);
  }
  return 0;
}

int main(void) {
  struct dl_phdr_info info;
  int variable = 0;
  OK(dlopen("libstdc++.so.6", RTLD_LAZY)); /* has more symbols than are looked through */
  OK(loaded_at((uintptr_t)&variable, &info, NULL) < 0);
  OK(!exported_at((uintptr_t)&variable));
  dl_iterate_phdr(compare, NULL);
  OK(objects >= 4 && !differing);
  OK(named > 10000 && !wrong);
  OK(found > 1000 && !missed);
  OK(index_next > 0);
  printf("# %d objects, %d differ; %d names, %d differ; %d exports, %d differ\n", objects,
         differing, named, wrong, found, missed);
  return tap_done();
}
