#define _GNU_SOURCE
#include "fortran.h"
#include <dlfcn.h>
#include <link.h>
#include "include/library.h"
#include "interpose/base/unloads.h"

static int in_fortran(const void *pc) {
  struct dl_find_object found;
  return !_dl_find_object((void *)(uintptr_t)pc, &found) &&
         library_module(found.dlfo_link_map->l_name) == MODULE_FORTRAN;
}

int from_fortran(const struct thread *t) {
  static struct code_answers known;
  return code_answer(&known, (const void *)(uintptr_t)t->registers[REG_CALLER], in_fortran);
}
