/* hook_io.c: functions of the C library and of POSIX that read and write files and sockets,
 * besides those of hook_libc.c. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>
#include "hook_wrap.h"

size_t __real_wcslen(const wchar_t *s);

/* Both are stored when the line needs more room. */
#define LINE(name, parameters, arguments)                                                      \
  ssize_t __real_##name parameters;                                                            \
  ssize_t __wrap_##name parameters;                                                            \
  ssize_t __wrap_##name parameters {                                                           \
    PC;                                                                                        \
    const char *before = line ? *line : NULL;                                                  \
    size_t held = n ? *n : 0;                                                                  \
    ssize_t done = __real_##name arguments;                                                    \
    if (line && n && (*line != before || *n != held))                                          \
      STORED(line), STORED(n);                                                                 \
    WRITES(done < 0 ? NULL : *line, done < 0 ? 0 : (size_t)done + 1);                          \
    return done;                                                                               \
  }
LINE(getdelim, (char **line, size_t *n, int end, FILE *file), (line, n, end, file))
LINE(__getdelim, (char **line, size_t *n, int end, FILE *file), (line, n, end, file))

#define GOT_TEXT WRITES(to, done ? TEXT(to) : 0)
RESULT(char *, fgets_unlocked, (char *to, int n, FILE *file), (to, n, file), GOT_TEXT)
RESULT(char *, __fgets_chk, (char *to, size_t room, int n, FILE *file), (to, room, n, file),
       GOT_TEXT)
RESULT(char *, __fgets_unlocked_chk, (char *to, size_t room, int n, FILE *file),
       (to, room, n, file), GOT_TEXT)
RESULT(wchar_t *, fgetws, (wchar_t * to, int n, FILE *file), (to, n, file),
       WRITES(to, done ? WIDE(to) : 0))
RESULT(wchar_t *, __fgetws_chk, (wchar_t * to, size_t room, int n, FILE *file),
       (to, room, n, file), WRITES(to, done ? WIDE(to) : 0))
SOURCE(int, fputs, (const char *from, FILE *file), (from, file), READS(from, TEXT(from)))
SOURCE(int, puts, (const char *from), (from), READS(from, TEXT(from)))
SOURCE(int, fputws, (const wchar_t *from, FILE *file), (from, file), READS(from, WIDE(from)))
RESULT(size_t, fread_unlocked, (void *to, size_t each, size_t n, FILE *file),
       (to, each, n, file), WRITES(to, done *each))
RESULT(size_t, __fread_chk, (void *to, size_t room, size_t each, size_t n, FILE *file),
       (to, room, each, n, file), WRITES(to, done *each))
SOURCE(size_t, fwrite_unlocked, (const void *from, size_t each, size_t n, FILE *file),
       (from, each, n, file), READS(from, n *each))
RESULT(int, fgetpos, (FILE * file, fpos_t *to), (file, to), STORED_BY_0(to))

RESULT(ssize_t, pread64, (int fd, void *to, size_t n, off64_t at), (fd, to, n, at), FILLS(to))
RESULT(ssize_t, __pread_chk, (int fd, void *to, size_t n, off_t at, size_t room),
       (fd, to, n, at, room), FILLS(to))
RESULT(ssize_t, __pread64_chk, (int fd, void *to, size_t n, off64_t at, size_t room),
       (fd, to, n, at, room), FILLS(to))
RESULT(ssize_t, pwrite64, (int fd, const void *from, size_t n, off64_t at), (fd, from, n, at),
       EMPTIES(from))

/* With MSG_TRUNC more may be counted than there was room for. */
#define RECEIVES WRITES(to, least(n, COUNTED))
#define ADDRESS                                                                                \
  if (done >= 0 && address && length) {                                                        \
    WRITES(address, least(room_before, *length));                                              \
    STORED(length);                                                                            \
  }
#define BEFORE socklen_t room_before = address && length ? *length : 0
RESULT(ssize_t, __recv_chk, (int fd, void *to, size_t n, size_t room, int flags),
       (fd, to, n, room, flags), RECEIVES)
WRAP(ssize_t, recvfrom,
     (int fd, void *to, size_t n, int flags, struct sockaddr *address, socklen_t *length),
     (fd, to, n, flags, address, length), BEFORE, RECEIVES;
     ADDRESS)
WRAP(ssize_t, __recvfrom_chk,
     (int fd, void *to, size_t n, size_t room, int flags, struct sockaddr *address,
      socklen_t *length),
     (fd, to, n, room, flags, address, length), BEFORE, RECEIVES;
     ADDRESS)
RESULT(ssize_t, sendto,
       (int fd, const void *from, size_t n, int flags, const struct sockaddr *address,
        socklen_t length),
       (fd, from, n, flags, address, length), EMPTIES(from))
#define ALL_PARTS(how) hooks_parts(m->msg_iov, (int)m->msg_iovlen, COUNTED, how, pc)
RESULT(ssize_t, recvmsg, (int fd, struct msghdr *m, int flags), (fd, m, flags),
       ALL_PARTS(HOOKS_STORE))
RESULT(ssize_t, sendmsg, (int fd, const struct msghdr *m, int flags), (fd, m, flags),
       ALL_PARTS(0))
WRAP(int, getsockname, (int fd, struct sockaddr *address, socklen_t *length),
     (fd, address, length), BEFORE, ADDRESS)
WRAP(int, getpeername, (int fd, struct sockaddr *address, socklen_t *length),
     (fd, address, length), BEFORE, ADDRESS)
WRAP(int, getsockopt, (int fd, int level, int name, void *address, socklen_t *length),
     (fd, level, name, address, length), BEFORE, ADDRESS)
RESULT(int, epoll_wait, (int fd, struct epoll_event *to, int most, int span),
       (fd, to, most, span), WRITES(to, done > 0 ? (size_t)done * sizeof *to : 0))
