/* hook_results.c: functions of the C library and of POSIX that store a result by a pointer:
 * calendars, random numbers, what the system says of itself and of processes. */
#define _GNU_SOURCE
#include <netdb.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "hook_wrap.h"

#define FROM_TIME READS(from, sizeof *from), WRITES(to, done ? sizeof *to : 0)
RESULT(struct tm *, localtime_r, (const time_t *from, struct tm *to), (from, to), FROM_TIME)
RESULT(struct tm *, gmtime_r, (const time_t *from, struct tm *to), (from, to), FROM_TIME)
SOURCE(struct tm *, localtime, (const time_t *from), (from), READS(from, sizeof *from))
SOURCE(struct tm *, gmtime, (const time_t *from), (from), READS(from, sizeof *from))
/* They put the fields right. */
#define NORMALISES READS(to, sizeof *to), WRITES(to, done != (time_t)-1 ? sizeof *to : 0)
RESULT(time_t, mktime, (struct tm * to), (to), NORMALISES)
RESULT(time_t, timegm, (struct tm * to), (to), NORMALISES)
#define TIME_TEXT READS(from, sizeof *from), WRITES(to, done ? TEXT(done) : 0)
RESULT(char *, asctime_r, (const struct tm *from, char *to), (from, to), TIME_TEXT)
RESULT(char *, ctime_r, (const time_t *from, char *to), (from, to), TIME_TEXT)
/* Without a date there is the empty text, or what did not fit: nobody knows. */
RESULT(size_t, strftime, (char *to, size_t n, const char *format, const struct tm *from),
       (to, n, format, from), READS(from, sizeof *from), WRITES(to, done ? done + 1 : 0))
RESULT(int, timespec_get, (struct timespec * to, int base), (to, base),
       WRITES(to, done ? sizeof *to : 0))
RESULT(int, clock_getres, (clockid_t clock, struct timespec *to), (clock, to), STORED_BY_0(to))

RESULT(int, rand_r, (unsigned *seed), (seed), STORED(seed))
#define THREE WRITES(seed, 3 * sizeof *seed)
RESULT(double, erand48, (unsigned short seed[3]), (seed), THREE)
RESULT(long, nrand48, (unsigned short seed[3]), (seed), THREE)
RESULT(long, jrand48, (unsigned short seed[3]), (seed), THREE)
/* Of a generator's state each step stores another part; what it has changed are the numbers of
 * the last step. */
#define STEPPED(type) WRITES(state, done ? 0 : sizeof state->__x), STORED_BY_0(to)
RESULT(int, drand48_r, (struct drand48_data * state, double *to), (state, to), STEPPED(double))
RESULT(int, lrand48_r, (struct drand48_data * state, long *to), (state, to), STEPPED(long))
RESULT(int, mrand48_r, (struct drand48_data * state, long *to), (state, to), STEPPED(long))
#define SEED_AND_STATE THREE, STORED_BY_0(to)
RESULT(int, erand48_r, (unsigned short seed[3], struct drand48_data *state, double *to),
       (seed, state, to), SEED_AND_STATE)
RESULT(int, nrand48_r, (unsigned short seed[3], struct drand48_data *state, long *to),
       (seed, state, to), SEED_AND_STATE)
RESULT(int, jrand48_r, (unsigned short seed[3], struct drand48_data *state, long *to),
       (seed, state, to), SEED_AND_STATE)
RESULT(int, srand48_r, (long seed, struct drand48_data *state), (seed, state),
       STORED_BY_0(state))
RESULT(int, random_r, (struct random_data * state, int32_t *to), (state, to), STORED_BY_0(to))
RESULT(ssize_t, getrandom, (void *to, size_t n, unsigned flags), (to, n, flags), FILLS(to))
RESULT(int, getentropy, (void *to, size_t n), (to, n), WRITES(to, done ? 0 : n))

/* A name that fills the whole array has no end. */
#define NAME(to, n) WRITES(to, done ? 0 : least(__real_strnlen(to, n) + 1, n))
RESULT(int, gethostname, (char *to, size_t n), (to, n), NAME(to, n))
RESULT(int, __gethostname_chk, (char *to, size_t n, size_t room), (to, n, room), NAME(to, n))
RESULT(int, getdomainname, (char *to, size_t n), (to, n), NAME(to, n))
RESULT(int, getlogin_r, (char *to, size_t n), (to, n), NAME(to, n))
RESULT(int, ttyname_r, (int fd, char *to, size_t n), (fd, to, n), NAME(to, n))
RESULT(ssize_t, readlink, (const char *path, char *to, size_t n), (path, to, n), FILLS(to))
RESULT(ssize_t, __readlink_chk, (const char *path, char *to, size_t n, size_t room),
       (path, to, n, room), FILLS(to))
RESULT(ssize_t, readlinkat, (int fd, const char *path, char *to, size_t n), (fd, path, to, n),
       FILLS(to))
#define PATH WRITES(to, done &&to ? TEXT(to) : 0)
RESULT(char *, realpath, (const char *path, char *to), (path, to), PATH)
RESULT(char *, __realpath_chk, (const char *path, char *to, size_t room), (path, to, room),
       PATH)
RESULT(char *, __getcwd_chk, (char *to, size_t n, size_t room), (to, n, room), PATH)
RESULT(int, uname, (struct utsname * to), (to), STORED_BY_0(to))
RESULT(int, sysinfo, (struct sysinfo * to), (to), STORED_BY_0(to))
RESULT(int, getloadavg, (double to[], int n), (to, n),
       WRITES(to, done > 0 ? (size_t)done * sizeof *to : 0))
RESULT(int, getcpu, (unsigned *cpu, unsigned *node), (cpu, node), STORED_BY_0(cpu),
       STORED_BY_0(node))
RESULT(int, sched_getaffinity, (pid_t pid, size_t n, cpu_set_t *to), (pid, n, to),
       WRITES(to, done ? 0 : n))
RESULT(int, getrlimit, (__rlimit_resource_t what, struct rlimit *to), (what, to),
       STORED_BY_0(to))
RESULT(int, getrlimit64, (__rlimit_resource_t what, struct rlimit64 *to), (what, to),
       STORED_BY_0(to))
RESULT(int, sem_getvalue, (sem_t * of, int *to), (of, to), STORED_BY_0(to))

RESULT(int, stat64, (const char *path, struct stat64 *to), (path, to), STORED_BY_0(to))
RESULT(int, lstat64, (const char *path, struct stat64 *to), (path, to), STORED_BY_0(to))
RESULT(int, fstat64, (int fd, struct stat64 *to), (fd, to), STORED_BY_0(to))
RESULT(int, fstatat, (int fd, const char *path, struct stat *to, int flags),
       (fd, path, to, flags), STORED_BY_0(to))
RESULT(int, fstatat64, (int fd, const char *path, struct stat64 *to, int flags),
       (fd, path, to, flags), STORED_BY_0(to))
RESULT(int, statvfs, (const char *path, struct statvfs *to), (path, to), STORED_BY_0(to))
RESULT(int, fstatvfs, (int fd, struct statvfs *to), (fd, to), STORED_BY_0(to))
RESULT(int, statfs, (const char *path, struct statfs *to), (path, to), STORED_BY_0(to))
RESULT(int, fstatfs, (int fd, struct statfs *to), (fd, to), STORED_BY_0(to))

#define ENDED WRITES(to, done > 0 && to ? sizeof *to : 0)
RESULT(pid_t, waitpid, (pid_t pid, int *to, int flags), (pid, to, flags), ENDED)
RESULT(int, waitid, (idtype_t kind, id_t id, siginfo_t *to, int flags), (kind, id, to, flags),
       STORED_BY_0(to))

RESULT(int, getaddrinfo,
       (const char *node, const char *service, const struct addrinfo *like,
        struct addrinfo **to),
       (node, service, like, to), STORED_BY_0(to))
#define AND_NAMES                                                                              \
  WRITES(host, !done && host ? TEXT(host) : 0), WRITES(port, !done && port ? TEXT(port) : 0)
RESULT(int, getnameinfo,
       (const struct sockaddr *from, socklen_t length, char *host, socklen_t n, char *port,
        socklen_t m, int flags),
       (from, length, host, n, port, m, flags), AND_NAMES)
