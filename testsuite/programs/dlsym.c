/* Looks up two symbols that do not exist, before any memory was freed. */
#include <dlfcn.h>
#include <stdio.h>

int main(void) {
  void *program = dlopen(NULL, RTLD_LAZY);
  int first = dlsym(program, "of_nobody") == NULL;
  int second = dlsym(program, "of_nobody_either") == NULL;
  return printf("%d %d\n", first, second) < 0;
}
