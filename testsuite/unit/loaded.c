/* Compares what is told of all mapped objects, and of the functions in them, with what the
 * loader tells. */
#define _GNU_SOURCE
#include "interpose/stack/loaded.c"
#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include "tap.h"

#define STEP 61

static int objects, differing, named, wrong;

static void compare_names(uintptr_t lo, uintptr_t hi) {
  for (uintptr_t at = lo; at < hi; at += STEP) {
    Dl_info d;
    const char *name = loaded_symbol(at);
    const char *expected = dladdr((void *)at, &d) ? d.dli_sname : NULL;
    named += expected != NULL;
    wrong += name != expected && (!name || !expected || strcmp(name, expected));
  }
}

static int compare(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  objects++;
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
  OK(loaded_at((uintptr_t)&variable, &info, NULL) < 0);
  OK(!loaded_symbol((uintptr_t)&variable));
  dl_iterate_phdr(compare, NULL);
  OK(objects >= 4 && !differing);
  OK(named > 10000 && !wrong);
  printf("# %d objects, %d differ; %d names, %d differ\n", objects, differing, named, wrong);
  return tap_done();
}
