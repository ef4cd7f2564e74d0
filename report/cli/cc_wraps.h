/* cc_wraps.h: which functions of the C library the linker redirects to the hooks.
 *
 * A program may have a function of such a name itself: most are POSIX's, whose names the C
 * standard leaves to programs (send, stat, ...). Its own must be called as they are, because
 * nothing is known of their parameters. Only the result of linking shows whether it has any. */
#ifndef FENCEPOST_CC_WRAPS_H
#define FENCEPOST_CC_WRAPS_H

/* Returns the option for the compiler that says which; NULL: out of memory. The caller frees
 * it. `linked`: a file that was linked so before; functions that it defines itself are left
 * out. NULL: none are. */
char *cc_wraps(const char *linked);
/* Returns how many of them the file defines itself; 0 too if it cannot be read. */
int cc_wraps_own(const char *linked);

#endif
