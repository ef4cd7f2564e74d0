#define _GNU_SOURCE
#include "peers.h"
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
  const char *name, *value;
  int set;
} variables[] = {{"OMPI_MCA_btl_vader_single_copy_mechanism", "emulated", 0},
                 {"FI_SHM_DISABLE_CMA", "1", 0},
                 {"PSM2_KASSIST_MODE", "none", 0},
                 {"UCX_TLS", "^cma", 0}};
#define VARIABLES (sizeof variables / sizeof *variables)

/* UCX lies beside the MPI library, if it is not where it is linked from. */
static int find_cma(struct dl_phdr_info *info, size_t size, void *unused) {
  const char *slash = strrchr(info->dlpi_name, '/');
  char path[PATH_MAX];
  (void)size;
  (void)unused;
  if (!slash || (strncmp(slash, "/libmpi", 7) && strncmp(slash, "/libucs", 7)))
    return 0;
  snprintf(path, sizeof path, "%.*s/ucx/libuct_cma.so.0", (int)(slash - info->dlpi_name),
           info->dlpi_name);
  return !access(path, R_OK);
}

/* It prints a warning if it is told not to use what it cannot use. */
static int ucx_would(void) {
  FILE *f = fopen("/proc/sys/kernel/yama/ptrace_scope", "re");
  int scope = f ? fgetc(f) : '0';
  if (f)
    fclose(f);
  return (scope == '0' || scope == '1') && dl_iterate_phdr(find_cma, NULL);
}

void peers_apart(void) {
  size_t count = VARIABLES - !ucx_would();
  for (size_t i = 0; i < count; i++)
    variables[i].set =
        !getenv(variables[i].name) && !setenv(variables[i].name, variables[i].value, 0);
}

void peers_restore(void) {
  for (size_t i = 0; i < VARIABLES; i++) {
    if (variables[i].set)
      unsetenv(variables[i].name);
    variables[i].set = 0;
  }
}
