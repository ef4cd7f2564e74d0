/* Loads its first argument, a plug-in with its own MPI library, with RTLD_LOCAL. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
  void *plugin = dlopen(argv[1], RTLD_LAZY | RTLD_LOCAL);
  int (*start)(int, char **) = plugin ? (int (*)(int, char **))dlsym(plugin, "start") : 0;
  if (!start)
    return printf("%s\n", dlerror()), 1;
  return start(argc - 1, argv + 1);
}
