/* forward.h: launchers that do not pass on all of the environment, to other hosts or to any
 * rank. They are told to pass on our variables, besides what the user says: by a variable of
 * their own or by words on the command line (include/libraries.def: LIBRARY, PASSES, RULES).
 * What is not told is passed on by itself. */
#ifndef FENCEPOST_FORWARD_H
#define FENCEPOST_FORWARD_H

/* The environment is set (environment.h). Returns the command to run: argv itself or a new
 * array. */
char **forward_environment(char **argv);

#endif
