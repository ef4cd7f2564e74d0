/* courier.h: sends what the ranks of this host write to their journals to `fencepost run` on
 * another host (couriers.h), and passes questions to the ranks on. A process of its own does
 * it, which a rank has started (interpose/session/courier_start.h). */
#ifndef FENCEPOST_COURIER_H
#define FENCEPOST_COURIER_H

/* Returns soon after the last rank of this host has ended, or when `fencepost run` is gone: 1
 * if it has all of the journals. Closes all files that were open, and leaves the process group.
 */
int courier_run(const char *dir);

#endif
