/* transport.c: a library that makes a thread of its own when it is loaded, as transports do. */
#include <pthread.h>
#include <unistd.h>

static void *wait(void *unused) {
  for (;;)
    pause();
  return unused;
}

__attribute__((constructor)) static void begin(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
}
