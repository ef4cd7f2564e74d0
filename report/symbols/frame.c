#include "frame.h"

#include <string.h>

#include "include/library.h"
#include "report/journal/member.h"

const char *frame_base(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static int begins(const char *text, const char *const *with) {
  for (; *with; with++)
    if (!strncmp(text, *with, strlen(*with)))
      return 1;
  return 0;
}

int frame_is_library(const char *module) {
  return library_module(module) || !strncmp(frame_base(module), "libfencepost", 12);
}

/* Functions that programs call to copy or free memory. */
static int is_runtime(const char *module) {
  static const char *const names[] = {"libc.so", "libm.so",        "ld-linux", "libstdc++.so",
                                      "libc++.", "libgfortran.so", NULL};
  return begins(frame_base(module), names);
}

/* Frames of the interpreter and of mpi4py, which lie between a script's line and MPI. */
static int is_interpreter(const char *module) {
  static const char *const names[] = {"libpython", "python", "MPI.", NULL};
  return begins(frame_base(module), names);
}

/* Templates in headers of the compiler or the system, which are inlined into the program. */
static int is_header(const char *file) {
  static const char *const folders[] = {"/usr/include/", "/usr/lib/gcc/", "/usr/lib/llvm",
                                        NULL};
  return begins(file, folders);
}

const json_t *frame_own(const json_t *stack) {
  const json_t *frame, *script = NULL, *first = NULL;
  size_t i;
  json_array_foreach((json_t *)stack, i, frame) {
    const char *module = member_text(frame, "module");
    if (!module && member_text(frame, "file") && !script)
      script = frame;
    else if (module && !frame_is_library(module) && !is_runtime(module) &&
             !is_interpreter(module)) {
      if (!first)
        first = frame;
      /* a script's line is better than native frames without a known line */
      if (!script && member_text(frame, "file") && !is_header(member_text(frame, "file")))
        return frame;
    }
  }
  return script ? script : first ? first : json_array_get(stack, 0);
}
