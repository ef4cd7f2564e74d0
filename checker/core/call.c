#include "include/call.h"
#include <string.h>

static const char *const names[] = {
#define CALL(ret, name, ...) "MPI_" #name,
#define CALL_MPIX(ret, name, ...) "MPIX_" #name,
#include "include/calls.def"
};

/* "(ROLE, name), (ROLE, name)" */
static const char *const arguments[] = {
#define CALL(ret, name, class, ...) "" #__VA_ARGS__,
#include "include/calls.def"
};

int call_argument(unsigned call, int n, char *name, size_t room) {
  const char *at = call < CALLS && n > 0 ? arguments[call] : NULL;
  for (int i = 0; at && i < n; i++)
    at = strchr(i ? at + 1 : at, '(');
  at = at ? strchr(at, ' ') : NULL;
  const char *end = at ? strchr(++at, ')') : NULL;
  size_t length = end ? (size_t)(end - at) : 0;
  if (!length || length >= room)
    return 0;
  memcpy(name, at, length);
  name[length] = '\0';
  return 1;
}

int call_is_init(unsigned call) {
  return strstr(call_name(call), "_init") != NULL;
}

const char *call_name(unsigned call) {
  switch (call) {
  case CALL_MUNMAP:
    return "munmap";
  case CALL_MREMAP:
    return "mremap";
  case CALL_MMAP:
    return "mmap";
  case CALL_FREE:
    return "free";
  case CALL_REALLOC:
    return "realloc";
  case CALL_LOAD:
    return "load";
  case CALL_STORE:
    return "store";
  default:
    return call < CALLS ? names[call] : "?";
  }
}
