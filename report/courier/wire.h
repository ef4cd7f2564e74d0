/* wire.h: TCP between `fencepost run` and the couriers on other hosts (couriers.h). */
#ifndef FENCEPOST_WIRE_H
#define FENCEPOST_WIRE_H

#include <stddef.h>

/* Listens at a free port of all addresses. Returns a socket that does not block, or -1. */
int wire_listen(void);
int wire_port(int socket);
/* Returns the next caller's socket, which does not block; -1: there is none. */
int wire_accept(int listener);
/* Writes ",ADDRESS" for each address at which other hosts may reach this one. Returns how many
 * there are. */
int wire_addresses(char *text, size_t room);
/* Calls the address. Returns a socket, or -1 if nobody has answered within `seconds`. */
int wire_call(const char *address, const char *port, double seconds);
/* Sends all, and waits for some seconds if the other side does not take it. Returns -1 if it
 * does not. */
int wire_send(int socket, const char *bytes, size_t n);

#endif
