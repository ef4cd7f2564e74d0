#include <sys/syscall.h>
#ifndef FENCEPOST_SYSTEM_CALL_AARCH64_H
#define FENCEPOST_SYSTEM_CALL_AARCH64_H

#define SYS_select (-100)
#define SYS_poll (-101)
#define SYS_readlink (-102)
#define SYS_epoll_wait (-103)
#define SYS_fork (-104)
#define SYS_vfork (-105)
#define SYS_arch_prctl (-106)
#define SYS_pipe (-107)
#define SYS_stat (-108)
#define SYS_lstat (-109)
#define SYS_time (-110)

#endif
