/* hook_libc.c: functions of the C library that read or write the program's memory in other ways
 * than those of hook_string.c: printing to memory, reading and writing files, sorting, cutting
 * text. If what they access is known only after the call, it is told after the call. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include "hook_wrap.h"

/* Writes of printing: the text and its end, as far as there is room. */
static void printed(const char *to, size_t room, int length, uintptr_t pc) {
  if (length >= 0 && room)
    WRITES(to, (size_t)length < room ? (size_t)length + 1 : room);
}

#define PRINTS(name, parameters, room, ...)                                                    \
  int __wrap_##name parameters;                                                                \
  int __wrap_##name parameters {                                                               \
    PC;                                                                                        \
    va_list more;                                                                              \
    va_start(more, format);                                                                    \
    int length = __VA_ARGS__;                                                                  \
    va_end(more);                                                                              \
    printed(to, room, length, pc);                                                             \
    return length;                                                                             \
  }
#define PRINTS_LIST(name, parameters, arguments, room)                                         \
  int __real_##name parameters;                                                                \
  int __wrap_##name parameters;                                                                \
  int __wrap_##name parameters {                                                               \
    PC;                                                                                        \
    int length = __real_##name arguments;                                                      \
    printed(to, room, length, pc);                                                             \
    return length;                                                                             \
  }
PRINTS_LIST(vsnprintf, (char *to, size_t n, const char *format, va_list more),
            (to, n, format, more), n)
PRINTS_LIST(vsprintf, (char *to, const char *format, va_list more), (to, format, more),
            SIZE_MAX)
PRINTS_LIST(__vsnprintf_chk,
            (char *to, size_t n, int flag, size_t room, const char *format, va_list more),
            (to, n, flag, room, format, more), n)
PRINTS_LIST(__vsprintf_chk, (char *to, int flag, size_t room, const char *format, va_list more),
            (to, flag, room, format, more), SIZE_MAX)
PRINTS(snprintf, (char *to, size_t n, const char *format, ...), n,
       __real_vsnprintf(to, n, format, more))
PRINTS(sprintf, (char *to, const char *format, ...), SIZE_MAX,
       __real_vsprintf(to, format, more))
PRINTS(__snprintf_chk, (char *to, size_t n, int flag, size_t room, const char *format, ...), n,
       __real___vsnprintf_chk(to, n, flag, room, format, more))
PRINTS(__sprintf_chk, (char *to, int flag, size_t room, const char *format, ...), SIZE_MAX,
       __real___vsprintf_chk(to, flag, room, format, more))

WRAP(ssize_t, read, (int fd, void *to, size_t n), (fd, to, n), (void)0, FILLS(to))
WRAP(ssize_t, __read_chk, (int fd, void *to, size_t n, size_t room), (fd, to, n, room), (void)0,
     FILLS(to))
WRAP(ssize_t, pread, (int fd, void *to, size_t n, off_t at), (fd, to, n, at), (void)0,
     FILLS(to))
WRAP(ssize_t, write, (int fd, const void *from, size_t n), (fd, from, n), (void)0,
     EMPTIES(from))
WRAP(ssize_t, pwrite, (int fd, const void *from, size_t n, off_t at), (fd, from, n, at),
     (void)0, EMPTIES(from))
WRAP(size_t, fread, (void *to, size_t each, size_t n, FILE *file), (to, each, n, file), (void)0,
     WRITES(to, done *each))
WRAP(size_t, fwrite, (const void *from, size_t each, size_t n, FILE *file),
     (from, each, n, file), READS(from, n *each), (void)0)
WRAP(char *, fgets, (char *to, int n, FILE *file), (to, n, file), (void)0,
     if (done) WRITES(to, __real_strlen(to) + 1))

WRAP(int, stat, (const char *path, struct stat *to), (path, to), (void)0, STORED_BY_0(to))
WRAP(int, lstat, (const char *path, struct stat *to), (path, to), (void)0, STORED_BY_0(to))
WRAP(int, fstat, (int fd, struct stat *to), (fd, to), (void)0, STORED_BY_0(to))
WRAP(char *, getcwd, (char *to, size_t n), (to, n), (void)0,
     if (done && to) WRITES(to, __real_strlen(to) + 1))

#define SCATTERED hooks_parts(part, parts, COUNTED, HOOKS_STORE, pc)
#define GATHERED hooks_parts(part, parts, COUNTED, 0, pc)
WRAP(ssize_t, readv, (int fd, const struct iovec *part, int parts), (fd, part, parts), (void)0,
     SCATTERED)
WRAP(ssize_t, preadv, (int fd, const struct iovec *part, int parts, off_t at),
     (fd, part, parts, at), (void)0, SCATTERED)
WRAP(ssize_t, writev, (int fd, const struct iovec *part, int parts), (fd, part, parts), (void)0,
     GATHERED)
WRAP(ssize_t, pwritev, (int fd, const struct iovec *part, int parts, off_t at),
     (fd, part, parts, at), (void)0, GATHERED)
WRAP(ssize_t, recv, (int fd, void *to, size_t n, int flags), (fd, to, n, flags), (void)0,
     WRITES(to, least(n, COUNTED)))
WRAP(ssize_t, send, (int fd, const void *from, size_t n, int flags), (fd, from, n, flags),
     (void)0, EMPTIES(from))

RESULT(ssize_t, preadv64, (int fd, const struct iovec *part, int parts, off_t at),
       (fd, part, parts, at), SCATTERED)
RESULT(ssize_t, pwritev64, (int fd, const struct iovec *part, int parts, off_t at),
       (fd, part, parts, at), GATHERED)

/* The comparison functions get copies of the elements. */
void __real_qsort(void *at, size_t n, size_t each, int (*compare)(const void *, const void *));
void __wrap_qsort(void *at, size_t n, size_t each, int (*compare)(const void *, const void *));
void __wrap_qsort(void *at, size_t n, size_t each, int (*compare)(const void *, const void *)) {
  PC;
  READS(at, n * each);
  WRITES(at, n > 1 ? n * each : 0);
  __real_qsort(at, n, each, compare);
}
typedef int in_context(const void *, const void *, void *);
void __real_qsort_r(void *at, size_t n, size_t each, in_context *compare, void *context);
void __wrap_qsort_r(void *at, size_t n, size_t each, in_context *compare, void *context);
void __wrap_qsort_r(void *at, size_t n, size_t each, in_context *compare, void *context) {
  PC;
  READS(at, n * each);
  WRITES(at, n > 1 ? n * each : 0);
  __real_qsort_r(at, n, each, compare, context);
}

/* The token is read. If it is not the last one, the byte behind it is overwritten. */
static void cut(const char *token, const char *end, uintptr_t pc) {
  size_t n = token ? __real_strlen(token) : 0;
  if (!token)
    return;
  READS(token, n + 1);
  if (token + n < end)
    WRITES(token + n, 1);
}

char *__real_strtok_r(char *text, const char *between, char **state);
char *__wrap_strtok_r(char *text, const char *between, char **state);
char *__wrap_strtok_r(char *text, const char *between, char **state) {
  PC;
  char *from = text ? text : *state;
  const char *end = from ? from + __real_strlen(from) : NULL;
  char *token = __real_strtok_r(text, between, state);
  cut(token, end, pc);
  STORED(state);
  return token;
}

/* strtok remembers by itself where to go on. */
char *__real_strtok(char *text, const char *between);
char *__wrap_strtok(char *text, const char *between);
char *__wrap_strtok(char *text, const char *between) {
  static __thread const char *end __attribute__((tls_model("initial-exec")));
  PC;
  end = text ? text + __real_strlen(text) : end;
  char *token = __real_strtok(text, between);
  cut(token, end, pc);
  return token;
}
