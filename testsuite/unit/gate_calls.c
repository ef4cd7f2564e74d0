/* Checks of system calls. */
#include "gate.h"
#include "gate_checks.h"
#include <dirent.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>

static int open_scratch(void) {
  char *name = put(place + 100, "/tmp/fencepost-gate-XXXXXX");
  int fd = mkstemp(name);
  unlink(name);
  return fd;
}

/* Reads files into the memory and writes them out of it, also across its borders. */
int check_files(char *told) {
  int fd = open_scratch();
  MUST(fd >= 0);
  const long at[] = {0, 10, 4090, -7, -4096, SIZE - 9, SIZE - 4096};
  for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
    char *p = place + at[i];
    put(p, "one two three 4!");
    MUST(pwrite(fd, p, 16, 0) == 16);
    put(p, "                ");
    MUST(pread(fd, p, 16, 0) == 16);
    TELL("%s;", text(p));
    MUST(lseek(fd, 0, SEEK_SET) == 0 && write(fd, p, 5) == 5);
    MUST(lseek(fd, 0, SEEK_SET) == 0 && read(fd, p, 5) == 5);
    struct stat *s = (struct stat *)(place + 2000 + at[i]);
    MUST(!fstat(fd, s));
    TELL("%ld;", (long)s->st_size);
  }
  MUST(pwrite(fd, place - 4096, SIZE + 8192, 0) == SIZE + 8192);
  MUST(pread(fd, place - 4096, SIZE + 8192, 0) == SIZE + 8192);
  MUST(syscall(SYS_read, fd, 16, 5) == -1 && errno == EFAULT);
  MUST(read(-1, place, 5) == -1 && errno == EBADF);
  close(fd);
  return 0;
}

int check_vectors(char *told) {
  int fd = open_scratch();
  struct iovec *v = (struct iovec *)(place + 4096 - 24); /* crosses pages */
  char other[8] = "outside";
  v[0] = (struct iovec){put(place, "first "), 6};
  v[1] = (struct iovec){other, 7};
  v[2] = (struct iovec){put(place + SIZE - 3, " last"), 5};
  MUST(writev(fd, v, 3) == 18);
  MUST(pwritev(fd, v, 2, 18) == 13);
  put(place, "      ");
  put(place + SIZE - 3, "      ");
  MUST(preadv(fd, v, 3, 0) == 18);
  TELL("%.6s|%s|", text(place), other);
  TELL("%.5s", text(place + SIZE - 3));
  struct iovec *at_end = (struct iovec *)(place + SIZE - 16); /* the array crosses the border */
  at_end[0] = (struct iovec){place + 50, 4};
  at_end[1] = (struct iovec){place + 60, 4};
  MUST(preadv(fd, at_end, 2, 0) == 8);
  TELL("|%s|%s", place + 50, place + 60);
  static struct iovec many[1000];
  for (int i = 0; i < 1000; i++)
    many[i] = (struct iovec){place + i, 1};
  MUST(preadv(fd, many, 1000, 0) > 0);
  MUST(syscall(SYS_readv, fd, many, -1) == -1 && errno == EINVAL);
  close(fd);
  return 0;
}

int check_sockets(char *told) {
  int *pair = (int *)(place + 300), credentials = 1;
  MUST(!socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
  put(place, "datagram");
  MUST(send(pair[0], place, 8, 0) == 8);
  MUST(recv(pair[1], place + 16, 8, 0) == 8);
  struct msghdr *m = (struct msghdr *)(place + 1000);
  struct iovec *v = (struct iovec *)(place + 1200);
  v[0] = (struct iovec){place, 4};
  v[1] = (struct iovec){place + SIZE - 2, 4};
  put(v[1].iov_base, "tail");
  m->msg_iov = v;
  m->msg_iovlen = 2;
  MUST(!setsockopt(pair[1], SOL_SOCKET, SO_PASSCRED, &credentials, sizeof credentials));
  MUST(sendmsg(pair[0], m, 0) == 8);
  m->msg_control = place + 2000;
  m->msg_controllen = 128;
  memset(place, 0, 8);
  v[1].iov_len = 2;
  MUST(recvmsg(pair[1], m, 0) == 6);
  TELL("%.8s|%.8s|%d %d;", place, place + 16, (int)m->msg_controllen, m->msg_flags);
  TELL("%.2s;", text(place + SIZE - 2));
  struct mmsghdr *mm = (struct mmsghdr *)(place + 3000);
  memset(mm, 0, 2 * sizeof *mm);
  mm[0].msg_hdr.msg_iov = v;
  mm[0].msg_hdr.msg_iovlen = 1;
  mm[1] = mm[0];
  MUST(sendmmsg(pair[0], mm, 2, 0) == 2);
  MUST(recvmmsg(pair[1], mm, 2, MSG_DONTWAIT, NULL) == 2);
  TELL("%u %u;", mm[0].msg_len, mm[1].msg_len);
  struct pollfd *p = (struct pollfd *)(place + 4090);
  p[0] = (struct pollfd){pair[0], POLLOUT, 0};
  p[1] = (struct pollfd){pair[1], POLLIN, 0};
  MUST(poll(p, 2, 0) == 1);
  struct timespec *t = (struct timespec *)(place + SIZE - 16);
  *t = (struct timespec){0, 1000000};
  sigset_t all;
  sigfillset(&all);
  MUST(ppoll(p, 2, t, &all) == 1);
  TELL("%d %d;", p[0].revents, p[1].revents);
  fd_set *set = (fd_set *)(place + 5000);
  struct timeval *tv = (struct timeval *)(place + 5500);
  FD_ZERO(set);
  FD_SET(pair[1], set);
  *tv = (struct timeval){0, 1000};
  MUST(select(pair[1] + 1, set, NULL, NULL, tv) == 0);
  FD_SET(pair[0], set);
  *t = (struct timespec){0, 1000000};
  MUST(pselect(pair[0] + 1, NULL, set, NULL, t, &all) == 1);
  int e = epoll_create1(0);
  struct epoll_event *event = (struct epoll_event *)(place + 6000);
  *event = (struct epoll_event){EPOLLOUT, {.u64 = 77}};
  MUST(!epoll_ctl(e, EPOLL_CTL_ADD, pair[0], event));
  event->data.u64 = 0;
  MUST(epoll_wait(e, event, 2, 10) == 1);
  MUST(epoll_pwait(e, event, 2, 10, &all) == 1);
  TELL("%d;", (int)event->data.u64);
  send(pair[0], "12345", 5, 0);
  int *waiting = (int *)(place + SIZE - 4);
  MUST(!ioctl(pair[1], FIONREAD, waiting));
  TELL("%d;", *waiting);
  socklen_t *length = (socklen_t *)(place + 7000);
  *length = 4;
  MUST(!getsockopt(pair[0], SOL_SOCKET, SO_TYPE, place + 7010, length));
  TELL("%u", *length);
  close(e);
  close(pair[0]);
  close(pair[1]);
  return 0;
}

int check_names(char *told) {
  struct stat *s = (struct stat *)(place + 1000);
  char *name = place + SIZE - 5;
  put(name, "/etc/passwd"); /* across the end */
  MUST(!stat(name, s));
  TELL("%ld ", (long)s->st_size);
  int fd = open(put(place - 3, "/etc/passwd"), O_RDONLY);
  MUST(fd >= 0);
  close(fd);
  MUST(open(put(place, "/nowhere"), O_RDONLY) == -1 && errno == ENOENT);
  MUST(getcwd(place + 4090, 4096));
  TELL("%s ", place + 4090);
  MUST(getrandom(place + 100, 9000, 0) == 9000);
  MUST(!uname((struct utsname *)(place - 200)));
  TELL("%s ", text(((struct utsname *)(place - 200))->machine));
  MUST(!clock_gettime(CLOCK_MONOTONIC, (struct timespec *)place));
  MUST(syscall(SYS_clock_gettime, CLOCK_MONOTONIC, place) == 0);
  MUST(*(long *)place > 0);
  MUST(!gettimeofday((void *)(place + SIZE - 8), NULL));
  time((time_t *)(place + 16));
  DIR *d = opendir(put(place, "/proc/self"));
  int entries = 0;
  while (readdir(d))
    entries++;
  closedir(d);
  fd = open("/proc/self", O_RDONLY | O_DIRECTORY);
  long n = 0, more;
  while ((more = syscall(SYS_getdents64, fd, place + 4000, 8000)) > 0)
    n += more;
  close(fd);
  TELL("%d", n > 100 && entries > 10);
  return 0;
}

/* FILEs whose buffers lie in the memory. */
int check_stdio(char *told) {
  FILE *f = fdopen(open_scratch(), "w+");
  setvbuf(f, place + 4000, _IOFBF, 4096);
  for (int i = 0; i < 2000; i++)
    fprintf(f, "%d\n", i);
  rewind(f);
  int last = 0, line = 0;
  while (fscanf(f, "%d", &line) == 1)
    last += line;
  TELL("%d ", last);
  rewind(f);
  MUST(fread(place + 10000, 1, 8000, f) == 8000);
  MUST(fwrite(place + 10000, 1, 8000, f) == 8000);
  fclose(f);
  f = fmemopen(place, 100, "w");
  fprintf(f, "in memory");
  fclose(f);
  TELL("%s", place);
  return 0;
}
