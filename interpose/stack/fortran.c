#define _GNU_SOURCE
#include "fortran.h"
#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include "include/library.h"
#include "module.h"

static int in_fortran(const void *pc) {
  struct dl_find_object found;
  return !_dl_find_object((void *)(uintptr_t)pc, &found) &&
         library_module(found.dlfo_link_map->l_name) == MODULE_FORTRAN;
}

/* The answer for a caller is kept in one word: its address, how many modules were unloaded by
 * then, and whether it is Fortran's binding. */
int from_fortran(const struct thread *t) {
  static _Atomic uint64_t known[64];
  uint64_t pc = t->registers[REG_CALLER], asked = pc << 16 | (uint16_t)(module_unloads() << 1);
  _Atomic uint64_t *at = &known[pc * 0x9e3779b97f4a7c15u >> 58];
  uint64_t word = atomic_load_explicit(at, memory_order_relaxed);
  if ((word & ~1ul) != asked) {
    word = asked | (uint64_t)in_fortran((const void *)(uintptr_t)pc);
    atomic_store_explicit(at, word, memory_order_relaxed);
  }
  return (int)(word & 1);
}
