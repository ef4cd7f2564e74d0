/* Loads a library of C++ in a scope of its own, as extensions of interpreters are. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
  void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  int (*value)(void) = library ? (int (*)(void))dlsym(library, "loading_value") : NULL;
  if (!value)
    return 1;
  printf("%d\n", value());
  return 0;
}
