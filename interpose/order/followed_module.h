/* followed_module.h: whose calls order threads of the program: those of the program itself and
 * of its libraries, not those by which MPI libraries and what lies under them (transports,
 * process managers) guard themselves.
 *
 * What only an MPI library needs, by the dynamic sections of the files, is not followed, nor
 * are plug-ins that need such a library. Costs a look into a table for a caller that was seen
 * before; otherwise a walk along the modules of the process. */
#ifndef FENCEPOST_FOLLOWED_MODULE_H
#define FENCEPOST_FOLLOWED_MODULE_H

/* Called once, when the MPI library is known. */
void followed_modules_begin(void);
/* Name of the file that the code at this address is from, without its folder; "": unknown. */
const char *module_name(const void *code);
/* Whether the code at this address is followed. */
int followed_module(const void *caller);

#endif
