#define _GNU_SOURCE
#include "wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SEND_MS = 10000, WAITING = 128 };

static int listen_at(int family, const struct sockaddr *any, socklen_t length) {
  int off = 0, s = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (s < 0)
    return -1;
  if (family == AF_INET6) /* callers of both kinds */
    setsockopt(s, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  if (!bind(s, any, length) && !listen(s, WAITING))
    return s;
  close(s);
  return -1;
}

int wire_listen(void) {
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_ANY_INIT};
  struct sockaddr_in four = {.sin_family = AF_INET};
  int s = listen_at(AF_INET6, (const struct sockaddr *)&six, sizeof six);
  return s >= 0 ? s : listen_at(AF_INET, (const struct sockaddr *)&four, sizeof four);
}

int wire_port(int socket) {
  struct sockaddr_storage at;
  socklen_t n = sizeof at;
  if (getsockname(socket, (struct sockaddr *)&at, &n))
    return -1;
  return ntohs(at.ss_family == AF_INET6 ? ((const struct sockaddr_in6 *)&at)->sin6_port
                                        : ((const struct sockaddr_in *)&at)->sin_port);
}

int wire_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

/* An address of the link alone means something else at each host. */
static const char *address_text(const struct ifaddrs *i, char *text, socklen_t room) {
  const struct sockaddr *a = i->ifa_addr;
  if (!a || !(i->ifa_flags & IFF_UP) || i->ifa_flags & IFF_LOOPBACK)
    return NULL;
  if (a->sa_family == AF_INET)
    return inet_ntop(AF_INET, &((const struct sockaddr_in *)i->ifa_addr)->sin_addr, text, room);
  if (a->sa_family != AF_INET6)
    return NULL;
  const struct in6_addr *six = &((const struct sockaddr_in6 *)i->ifa_addr)->sin6_addr;
  return IN6_IS_ADDR_LINKLOCAL(six) ? NULL : inet_ntop(AF_INET6, six, text, room);
}

int wire_addresses(char *text, size_t room) {
  struct ifaddrs *all = NULL;
  char one[INET6_ADDRSTRLEN];
  int count = 0;
  size_t n = 0;
  *text = '\0';
  if (getifaddrs(&all))
    return 0;
  for (const struct ifaddrs *i = all; i; i = i->ifa_next) {
    if (!address_text(i, one, sizeof one) || n + strlen(one) + 2 > room)
      continue;
    n += (size_t)snprintf(text + n, room - n, ",%s", one);
    count++;
  }
  freeifaddrs(all);
  return count;
}

static int connects(int s, const struct addrinfo *a, double seconds) {
  struct pollfd made = {.fd = s, .events = POLLOUT};
  int error = 0;
  socklen_t n = sizeof error;
  if (!connect(s, a->ai_addr, a->ai_addrlen))
    return 1;
  return errno == EINPROGRESS && poll(&made, 1, (int)(seconds * 1000)) == 1 &&
         !getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &n) && !error;
}

int wire_call(const char *address, const char *port, double seconds) {
  struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
                           .ai_socktype = SOCK_STREAM},
                  *found = NULL;
  if (getaddrinfo(address, port, &hints, &found))
    return -1;
  int s = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (s >= 0 && !connects(s, found, seconds)) {
    close(s);
    s = -1;
  }
  freeaddrinfo(found);
  return s;
}

int wire_send(int socket, const char *bytes, size_t n) {
  struct pollfd room = {.fd = socket, .events = POLLOUT};
  while (n) {
    ssize_t sent = send(socket, bytes, n, MSG_NOSIGNAL);
    if (sent > 0) {
      bytes += sent;
      n -= (size_t)sent;
    } else if (sent < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
      return -1;
    } else if (poll(&room, 1, SEND_MS) == 0) {
      return -1;
    }
  }
  return 0;
}
