#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "keeper.h"

#if defined __x86_64__
#define MACHINE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define MACHINE AUDIT_ARCH_AARCH64
#endif
#ifndef SYS_dup2
#define SYS_dup2 SYS_dup3
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

#ifdef MACHINE
#define FIELD(name) ((uint32_t)offsetof(struct seccomp_data, name))
#define LOAD(at) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at)
#define IF(test, value, yes, no)                                                               \
  BPF_JUMP(BPF_JMP | BPF_##test | BPF_K, (uint32_t)(value), yes, no)
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, value)

/* Who closes it is told that it was closed; closing all in a range is left to others, one by
 * one. Both processors are little-endian: the low half of an argument comes first. */
void keeper_guard(int fd) {
  const uint32_t mine = (uint32_t)fd;
  struct sock_filter rows[] = {
      LOAD(FIELD(arch)),
      IF(JEQ, MACHINE, 0, 13),
      LOAD(FIELD(nr)),
      IF(JEQ, SYS_close, 4, 0),
      IF(JEQ, SYS_dup2, 6, 0),
      IF(JEQ, SYS_dup3, 5, 0),
      IF(JEQ, SYS_close_range, 6, 0),
      RETURN(SECCOMP_RET_ALLOW),
      LOAD(FIELD(args[0])), /* close */
      IF(JEQ, mine, 0, 5),
      RETURN(SECCOMP_RET_ERRNO | 0),
      LOAD(FIELD(args[1])), /* dup2, dup3 */
      IF(JEQ, mine, 3, 2),
      LOAD(FIELD(args[1])), /* close_range */
      IF(JGE, mine, 1, 0),
      RETURN(SECCOMP_RET_ALLOW),
      RETURN(SECCOMP_RET_ERRNO | ENOSYS),
  };
  struct sock_fprog program = {sizeof rows / sizeof *rows, rows};
  if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}
#else
void keeper_guard(int fd) {
  (void)fd;
}
#endif
