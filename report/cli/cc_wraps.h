/* cc_wraps.h: which functions of the C library the linker redirects to the hooks.
 *
 * A program may have a function of such a name itself: most are POSIX's, whose names the C
 * standard leaves to programs (send, stat, ...). Its own must be called as they are, because
 * nothing is known of their parameters. Only the result of linking shows whether it has any. */
#ifndef FENCEPOST_CC_WRAPS_H
#define FENCEPOST_CC_WRAPS_H

/* Returns the option for the compiler that says which, all of them; NULL: out of memory. The
 * caller frees it. */
char *cc_wraps(void);
/* The same without the functions that a file defines itself which was linked with all of them;
 * NULL also if there are none, or the file cannot be read. */
char *cc_wraps_without(const char *linked);

#endif
