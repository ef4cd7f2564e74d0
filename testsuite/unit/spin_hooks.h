/* spin_hooks.h: what stands before loads where gcc and clang are given -fsanitize=thread. */
#ifndef SPIN_HOOKS_H
#define SPIN_HOOKS_H

#include <stddef.h>
#include <stdint.h>

#if defined __SANITIZE_THREAD__
#define TOLD 1
#elif defined __has_feature
#if __has_feature(thread_sanitizer)
#define TOLD 1
#endif
#endif
#ifndef TOLD
#define TOLD 0
#endif

/* Returns the size of the load that the function at this address tells of; 0: of none. */
size_t hook_size(uintptr_t at);

#endif
