#define _GNU_SOURCE
#include "mapped.h"
#include <dlfcn.h>
#include <fnmatch.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include "interpose/stack/loaded.h"

struct link_map *mapped_owner(const void *address) {
  struct dl_find_object found;
  return address && !_dl_find_object((void *)(uintptr_t)address, &found) ? found.dlfo_link_map
                                                                         : NULL;
}

static struct link_map *objects(void) {
  struct link_map *object = NULL;
  void *program = dlopen(NULL, RTLD_LAZY);
  return program && !dlinfo(program, RTLD_DI_LINKMAP, &object) ? object : NULL;
}

static const char *soname_of(const struct link_map *object) {
  const char *name = loaded_text(object, DT_SONAME, 0);
  return name ? name : "";
}

static const struct library *known(const struct link_map *object) {
  for (size_t i = 0; i < LIBRARIES; i++)
    if (loaded_export(object, libraries[i].exports) &&
        !fnmatch(libraries[i].soname, soname_of(object), 0))
      return &libraries[i];
  return NULL;
}

/* The handle is not closed, so that the library stays mapped. No other library is opened: it
 * may be one whose constructors have still to run. */
static struct mapped open_known(const struct link_map *object) {
  struct mapped m = {NULL, NULL};
  const struct library *library = loaded_export(object, "PMPI_Init") ? known(object) : NULL;
  if (library && (m.handle = dlopen(object->l_name, RTLD_NOLOAD | RTLD_LAZY)))
    m.library = library;
  return m;
}

struct mapped mapped_find(void) {
  struct link_map *object = mapped_owner(dlsym(RTLD_NEXT, "PMPI_Init"));
  if (object)
    return open_known(object);
  struct mapped m = {NULL, NULL};
  for (object = objects(); object && !m.handle; object = object->l_next)
    m = open_known(object);
  return m;
}

/* Finds the library's own PMPI_X. The MPI_X of a tool in between would not do: it calls PMPI_X,
 * which comes back to us. */
static void *search(const char *prefix, const char *name) {
  char symbol[128];
  snprintf(symbol, sizeof symbol, "%s%s", prefix, name);
  void *function = dlsym(RTLD_NEXT, symbol);
  const struct link_map *ours = mapped_owner((void *)mapped_find);
  for (struct link_map *object = objects(); object && !function; object = object->l_next)
    if (object != ours)
      function = loaded_export(object, symbol);
  return function;
}

void *mapped_function(const char *name) {
  void *function = search("P", name);
  return function ? function : search("", name);
}

static const struct link_map *named(const struct link_map *object, const char *soname) {
  for (; object; object = object->l_next) {
    const char *file = strrchr(object->l_name, '/');
    if (!strcmp(soname_of(object), soname) || (file && !strcmp(file + 1, soname)))
      break;
  }
  return object;
}

static int is_among(const struct link_map *const *objects, int n, const struct link_map *one) {
  while (n && objects[n - 1] != one)
    n--;
  return n;
}

void *mapped_seen_by(const struct link_map *object, const char *name) {
  enum { MOST = 256 };
  const struct link_map *seen[MOST] = {object}, *ours = mapped_owner((void *)mapped_find);
  const struct link_map *all = objects();
  const char *needed;
  void *function = NULL;
  for (int i = 0, n = 1; i < n && !function; i++) {
    if (seen[i] != ours)
      function = loaded_export(seen[i], name);
    for (int k = 0; !function && n < MOST && (needed = loaded_text(seen[i], DT_NEEDED, k));
         k++) {
      const struct link_map *one = named(all, needed);
      if (one && !is_among(seen, n, one))
        seen[n++] = one;
    }
  }
  return function;
}
