/* imports.h: which functions the program's code refers to. It reads the symbols of
 * the files that the program was loaded from, or the relocations of those that define none. It
 * does not see functions found by dlsym, nor files that are loaded later. */
#ifndef FENCEPOST_SYMBOL_H
#define FENCEPOST_SYMBOL_H

#include <stdint.h>

struct dl_phdr_info;

/* Returns whether the module, which is no MPI library, refers to functions of MPI. */
int symbol_calls_mpi(const struct dl_phdr_info *info);
/* Returns whether the module, which is no MPI library, refers to functions by which one thread
 * can wait for another and that nothing follows: pipes, signals that are waited for. */
int symbol_hands_on(const struct dl_phdr_info *info);
/* Returns whether it refers to `syscall`, by which a program uses futexes of its own. */
int symbol_calls_kernel(const struct dl_phdr_info *info);
/* Returns whether the executable, or a file that calls MPI, asks for the time or sleeps. */
int symbol_times(void);
/* Returns whether the program may send in synchronous mode, by any of MPI's names for that in C
 * or Fortran. */
int symbol_synchronous(void);
int symbol_ready(void);   /* returns the same of ready mode: enum ready (world.h) */
int symbol_windows(void); /* returns whether it may make windows */
/* Returns the name of the function or variable whose address the linker puts into this pointer,
 * NULL if there is none. */
const char *symbol_at(uintptr_t pointer);

#endif
