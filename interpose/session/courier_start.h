/* courier_start.h: ranks on hosts that do not see the folder of journals of `fencepost run`.
 *
 * Such ranks write their journals to a folder of their own host, and the first of them starts a
 * process beside the program that sends them on: `fencepost courier`
 * (report/courier/couriers.h). No rank has a connection of its own, and none waits. */
#ifndef FENCEPOST_COURIER_START_H
#define FENCEPOST_COURIER_START_H

#include <stddef.h>

/* `dir`: the folder; changed if it cannot be made on this host. To be called before our
 * handlers of signals are there. */
void courier_begin(char *dir, size_t room);

#endif
