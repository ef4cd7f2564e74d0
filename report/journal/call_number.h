/* call_number.h: calls by their names, as journals have them. */
#ifndef FENCEPOST_CALL_NUMBER_H
#define FENCEPOST_CALL_NUMBER_H

/* Returns the call of that name (call_name of include/call.h), CALL_NONE if there is none.
 * Cost: logarithmic in the number of calls. One thread at a time may call it. */
unsigned call_number(const char *name);

#endif
