/* The same, optimized. */
/* case: cflags=-O2 */
#include "ignored-ok.c"
