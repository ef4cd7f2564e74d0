/* failed_call.h: what is said of a call in which the MPI library has ended the program. */
#ifndef FENCEPOST_FAILED_CALL_H
#define FENCEPOST_FAILED_CALL_H

/* Returns the sentence, which the caller frees; NULL when memory runs out. */
char *failed_call_text(const char *call, int rank);

#endif
