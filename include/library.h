/* library.h: what libraries.def says of MPI libraries, for code that is compiled without any
 * library's mpi.h. */
#ifndef FENCEPOST_INCLUDE_LIBRARY_H
#define FENCEPOST_INCLUDE_LIBRARY_H

#include <stddef.h>
#include <string.h>

enum library_id {
#define LIBRARY(id, ...) LIBRARY_##id,
#include "libraries.def"
  LIBRARIES
};

enum { STATUSES_SIGNALS, STATUSES_SHELL, LOCKS_AT_ONCE, LOCKS_LATER };

static const struct library {
  const char *id, *name, *exports, *soname, *launchers, *environment_list;
  int statuses, locks, truncate, in_status;
} libraries[] = {
#define LIBRARY(id, name, exports, soname, launchers, list, statuses, locks, truncate,         \
                in_status)                                                                     \
  {#id,           name,     exports,  soname, launchers, list, STATUSES_##statuses,            \
   LOCKS_##locks, truncate, in_status},
#include "libraries.def"
};

/* Name of a file in the folder of the journals. It holds the path of the program's MPI library
 * if that is none of ours. */
#define LIBRARY_UNKNOWN "unknown-library"

/* Returns the library whose name and version a report gives in this form, NULL if it is
 * another. */
static inline const struct library *library_named(const char *text) {
  for (int i = 0; i < LIBRARIES; i++)
    if (strstr(text, libraries[i].name))
      return &libraries[i];
  return NULL;
}

enum { MODULE_OWN = 1, MODULE_FORTRAN = 2, MODULE_CXX = 4 };

/* Returns MODULE_* of a file, 0 if it is no part of an MPI library that we know. */
static inline int library_module(const char *path) {
  static const struct {
    const char *begins;
    int kind;
  } modules[] = {
#define MODULE(begins, kind) {begins, MODULE_##kind},
#include "libraries.def"
  };
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
    if (!strncmp(name, modules[i].begins, strlen(modules[i].begins)))
      return modules[i].kind;
  return 0;
}

#endif
