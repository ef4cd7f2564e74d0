/* The same threads run their cleanup handlers. */
/* case: levels=mpi,pages cflags="-pthread -fexceptions" todo="of a thousand threads cancelled in a call that waits about one does not run its handlers" */
#define CLEANED cleaned
#include "cancel.c"
