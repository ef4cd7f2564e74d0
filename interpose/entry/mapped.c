#define _GNU_SOURCE
#include "mapped.h"
#include <dlfcn.h>
#include <fnmatch.h>
#include <link.h>
#include <stdio.h>

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

/* dlsym also searches the libraries that the object was linked with. */
static int defines(const struct link_map *object, void *handle, const char *symbol) {
  return mapped_owner(dlsym(handle, symbol)) == object;
}

static const char *soname_of(const struct link_map *object) {
  const char *names = NULL;
  size_t at = 0;
  for (const ElfW(Dyn) *d = object->l_ld; d->d_tag != DT_NULL; d++) {
    if (d->d_tag == DT_STRTAB)
      names = (const char *)d->d_un.d_ptr;
    else if (d->d_tag == DT_SONAME)
      at = d->d_un.d_val;
  }
  return names && at ? names + at : "";
}

static const struct library *known(const struct link_map *object, void *handle) {
  for (size_t i = 0; i < LIBRARIES; i++)
    if (defines(object, handle, libraries[i].exports) &&
        !fnmatch(libraries[i].soname, soname_of(object), 0))
      return &libraries[i];
  return NULL;
}

/* The handle is not closed, so that the library stays mapped. */
static struct mapped open_known(const struct link_map *object) {
  struct mapped m = {dlopen(object->l_name, RTLD_NOLOAD | RTLD_LAZY), NULL};
  if (m.handle && defines(object, m.handle, "PMPI_Init"))
    m.library = known(object, m.handle);
  if (m.handle && !m.library) {
    dlclose(m.handle);
    m.handle = NULL;
  }
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
  for (struct link_map *object = objects(); object && !function; object = object->l_next) {
    void *handle = dlopen(object->l_name, RTLD_NOLOAD | RTLD_LAZY);
    function = handle ? dlsym(handle, symbol) : NULL;
    if (function && mapped_owner(function) == ours)
      function = NULL;
    if (handle)
      dlclose(handle);
  }
  return function;
}

void *mapped_function(const char *name) {
  void *function = search("P", name);
  return function ? function : search("", name);
}
