#define _GNU_SOURCE
#include "spin.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "interpose/stack/code.h"
#include "filter.h"
#include "record.h"
#include "interpose/stack/imports.h"

#define DECODER "libfencepost-decode.so"
#define STUB 11 /* bytes: endbr64, bnd jmp *pointer(%rip) */

static spin_function *spins;

void *spin_decoder(const char *symbol) {
  char path[4096];
  Dl_info info;
  if (!dladdr((void *)spin_decoder, &info))
    return NULL;
  const char *slash = strrchr(info.dli_fname, '/');
  snprintf(path, sizeof path, "%.*s" DECODER, slash ? (int)(slash + 1 - info.dli_fname) : 0,
           info.dli_fname);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  return library ? dlsym(library, symbol) : NULL;
}

/* Functions that a polling loop may call: they wait, let others run, or ask for the time. */
static int is_waiting(const char *name) {
  static const char *const names[] = {"MPI_Win_sync",
                                      "MPI_Win_flush",
                                      "MPI_Win_flush_all",
                                      "MPI_Win_flush_local",
                                      "MPI_Win_flush_local_all",
                                      "MPI_Iprobe",
                                      "MPI_Improbe",
                                      "MPI_Test",
                                      "MPI_Testall",
                                      "MPI_Testany",
                                      "MPI_Testsome",
                                      "MPI_Request_get_status",
                                      "MPI_Request_get_status_all",
                                      "MPI_Request_get_status_any",
                                      "MPI_Request_get_status_some",
                                      "MPI_Wtime",
                                      "sched_yield",
                                      "pthread_yield",
                                      "thrd_yield",
                                      "usleep",
                                      "sleep",
                                      "nanosleep",
                                      "clock_nanosleep",
                                      "thrd_sleep",
                                      "clock_gettime",
                                      "gettimeofday"};
  if (!strncmp(name, "PMPI_", 5))
    name++;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return 1;
  return 0;
}

/* Code calls a function of another module by a stub that jumps to where a pointer says, or by
 * the pointer itself. */
const char *spin_called(uintptr_t at, int indirect) {
  uint8_t code[STUB] = {0};
  size_t i = 0;
  int32_t apart;
  if (!indirect) {
    code_read(code, at, sizeof code);
    i += memcmp(code, "\xf3\x0f\x1e\xfa", 4) ? 0 : 4;
    i += code[i] == 0xf2;
    if (i + 6 > sizeof code || code[i] != 0xff || code[i + 1] != 0x25)
      return NULL;
    memcpy(&apart, code + i + 2, sizeof apart);
    at += i + 6 + (uintptr_t)(intptr_t)apart;
  }
  return symbol_at(at);
}

static int waits(uintptr_t at, int indirect) {
  if (!indirect && filter_tells(at))
    return 1;
  const char *name = spin_called(at, indirect);
  return name && is_waiting(name);
}

static int look(uintptr_t pc, size_t size, int told) {
  uint8_t code[2 * SPIN_REACH];
  size_t before = SPIN_REACH, all = code_around(code, pc, &before, SPIN_REACH);
  return all && spins(&(struct spin){.pc = pc,
                                     .told = told,
                                     .size = size,
                                     .lo = pc - before,
                                     .hi = pc - before + all,
                                     .code = code,
                                     .waits = waits});
}

void spin_begin(void) {
  spins = (spin_function *)spin_decoder(SPIN_FUNCTION);
  record_spins = spins ? look : NULL;
}
