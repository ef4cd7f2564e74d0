#define _GNU_SOURCE
#include "invalid.h"
#include <errno.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include "interpose/base/mpi_call.h"
#include "interpose/stack/code.h"
#include "maker.h"
#include "object.h"

#define VALUE(Type) (*(const MPI_##Type *)handle)

#if LIBRARY_HANDLES == HANDLES_NUMBERS
/* The null handle names its kind, too. Predefined objects but datatypes are numbered from 0. */
static int is_number_of(unsigned handle, unsigned null, int kind) {
  unsigned made = handle >> 30, differs = (handle ^ null) >> 26 & 15, number = handle << 6 >> 6;
  if (handle == null)
    return 1;
  return made && !differs && (made != 1 || kind == OBJECT_TYPE || number < 4096);
}
#elif LIBRARY_HANDLES == HANDLES_STANDARD
/* Handles below this are the standard's: null handles and predefined objects. */
enum { STANDARD_HANDLES = 4096 };
static const struct {
  uintptr_t from, to;
} of_kind[OBJECT_KINDS] = {
    [OBJECT_COMM] = {0x100, 0x107},    [OBJECT_TYPE] = {0x200, 0x3ff},
    [OBJECT_WIN] = {0x110, 0x117},     [OBJECT_GROUP] = {0x108, 0x10f},
    [OBJECT_FILE] = {0x118, 0x11f},    [OBJECT_OP] = {0x20, 0x3f},
    [OBJECT_INFO] = {0x130, 0x137},    [OBJECT_ERRHANDLER] = {0x140, 0x147},
    [OBJECT_REQUEST] = {0x180, 0x187}, [OBJECT_MESSAGE] = {0x128, 0x12f}};
#else
/* An object begins with the address of its class, and a class with its name and the address of
 * the class that it is derived from. */
struct class {
  const char *name;
  const struct class *parent;
};

static const void *known_object(int kind) {
  const void *const objects[OBJECT_KINDS] = {
      [OBJECT_COMM] = MPI_COMM_WORLD,      [OBJECT_TYPE] = MPI_INT,
      [OBJECT_WIN] = MPI_WIN_NULL,         [OBJECT_GROUP] = MPI_GROUP_EMPTY,
      [OBJECT_FILE] = MPI_FILE_NULL,       [OBJECT_OP] = MPI_SUM,
      [OBJECT_INFO] = MPI_INFO_NULL,       [OBJECT_ERRHANDLER] = MPI_ERRORS_RETURN,
      [OBJECT_REQUEST] = MPI_REQUEST_NULL, [OBJECT_MESSAGE] = MPI_MESSAGE_NO_PROC};
  return objects[kind];
}

static int is_derived(const struct class *class, const struct class *wanted) {
  struct class c;
  for (int i = 0; i < 16 && class && class != wanted; i++) {
    if (code_read((uint8_t *)&c, (uintptr_t) class, sizeof c) < sizeof c)
      return 0;
    class = c.parent;
  }
  return class == wanted;
}

/* Nearly all objects of a kind have the same class. */
static int has_class(int kind, const struct class *class, const struct class *wanted) {
  static const struct class *_Atomic usual[OBJECT_KINDS];
  if (class == atomic_load_explicit(&usual[kind], memory_order_relaxed))
    return 1;
  int has = is_derived(class, wanted);
  if (has)
    atomic_store_explicit(&usual[kind], class, memory_order_relaxed);
  return has;
}
#endif

#if LIBRARY_HANDLES != HANDLES_STANDARD
/* Memory without access rights, as tracers make it, cannot be read although it is there. */
static int is_mapped(const void *address) {
  unsigned char page;
  return !mincore((void *)((uintptr_t)address & ~(uintptr_t)4095), 1, &page) || errno != ENOMEM;
}

static int is_object(int kind, const void *object) {
  const void *class;
  if (code_read((uint8_t *)&class, (uintptr_t)object, sizeof class) < sizeof class)
    return is_mapped(object);
#if LIBRARY_HANDLES == HANDLES_NUMBERS
  (void)kind;
  return 1;
#else
  const struct class *wanted = *(const struct class *const *)known_object(kind);
  return !wanted || has_class(kind, class, wanted);
#endif
}

/* The last addresses that were found to be objects. */
static _Atomic uint64_t seen[1024];

static uint64_t name_of(int kind, const void *object) {
  return (uint64_t)(uintptr_t)object * 16 + (uint64_t)kind + 1; /* 0: none */
}

static _Atomic uint64_t *place_of(uint64_t name) {
  return &seen[name * 0x9e3779b97f4a7c15u >> 54];
}

#if LIBRARY_HANDLES == HANDLES_ADDRESSES
void handle_is_valid(int kind, const void *handle) {
  uint64_t name = name_of(kind, *(const void *const *)handle);
  atomic_store_explicit(place_of(name), name, memory_order_relaxed);
}
#endif

static int is_address_of(int kind, const void *object) {
  uint64_t name = name_of(kind, object);
  _Atomic uint64_t *at = place_of(name);
  if (atomic_load_explicit(at, memory_order_relaxed) == name)
    return 1;
  struct maker maker;
  int error = errno;
  int is = (kind < OBJECTS && object_maker(kind, &object, &maker)) || is_object(kind, object);
  errno = error;
  if (is)
    atomic_store_explicit(at, name, memory_order_relaxed);
  return is;
}
#endif

static int is_over(int kind, const void *handle) {
  return kind < OBJECTS && object_marked(kind, handle) && object_over(kind, handle, NULL);
}

int handle_invalid(int kind, const void *handle) {
  int valid = 1;
#if LIBRARY_HANDLES == HANDLES_NUMBERS
  static const unsigned nulls[OBJECT_KINDS] = {[OBJECT_COMM] = MPI_COMM_NULL,
                                               [OBJECT_TYPE] = MPI_DATATYPE_NULL,
                                               [OBJECT_WIN] = MPI_WIN_NULL,
                                               [OBJECT_GROUP] = MPI_GROUP_NULL,
                                               [OBJECT_OP] = MPI_OP_NULL,
                                               [OBJECT_INFO] = MPI_INFO_NULL,
                                               [OBJECT_ERRHANDLER] = MPI_ERRHANDLER_NULL,
                                               [OBJECT_REQUEST] = MPI_REQUEST_NULL,
                                               [OBJECT_MESSAGE] = MPI_MESSAGE_NULL};
  valid = kind == OBJECT_FILE ? VALUE(File) == MPI_FILE_NULL || is_address_of(kind, VALUE(File))
                              : is_number_of((unsigned)VALUE(Comm), nulls[kind], kind);
#elif LIBRARY_HANDLES == HANDLES_STANDARD
  uintptr_t value = *(const uintptr_t *)handle;
  valid =
      value >= STANDARD_HANDLES || (value >= of_kind[kind].from && value <= of_kind[kind].to);
#else
  valid = is_address_of(kind, *(const void *const *)handle);
#endif
  return !valid && !is_over(kind, handle);
}
