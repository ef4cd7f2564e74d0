#define _GNU_SOURCE
#include "peers.h"
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "interpose/mpi/library.h"

static struct {
  const char *name, *value;
  int always; /* set for libraries that do not keep processes apart otherwise */
  int set;
} variables[] = {
    LIBRARY_VARIABLES /* those that the library itself needs */
    {"FI_SHM_DISABLE_CMA", "1", 0, 0},
    {"PSM2_KASSIST_MODE", "none", 0, 0},
    {"UCX_TLS", "^cma,tcp", 0, 0}, /* without cma MPICH hangs over tcp when it ends */
};
#define VARIABLES (sizeof variables / sizeof *variables)
static int all_apart, by_calls;

/* Finds UCX beside the MPI library, unless it is where the library was linked to it. */
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

/* The library prints a warning if it is told to leave out something that it does not have. */
static int ucx_would(void) {
  FILE *f = fopen("/proc/sys/kernel/yama/ptrace_scope", "re");
  int scope = f ? fgetc(f) : '0';
  if (f)
    fclose(f);
  return (scope == '0' || scope == '1') && dl_iterate_phdr(find_cma, NULL);
}

/* The last of the variables must not be set. */
static int left_out(void) {
  return !ucx_would();
}

/* This is known before MPI starts. A process without a launcher is alone; one that is told its
 * rank, but not how many are where, may have peers anywhere. */
static int one_host(void) {
  static const struct {
    const char *rank, *size, *here;
  } launchers[] = {
#define LAUNCHER(rank, size, here, library) {rank, size, here},
#include "include/libraries.def"
  };
  int launched = 0;
  for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
    const char *all = getenv(launchers[i].size), *here = getenv(launchers[i].here);
    if (all && here && !strcmp(all, here))
      return 1;
    launched |= all || getenv(launchers[i].rank);
  }
  return !launched;
}

/* By these devices the kernel or the network gets at memory without a function of libc. */
static int has_device(void) {
  static const char *const devices[] = {"/dev/xpmem", "/dev/knem", "/dev/hfi1_0",
                                        "/dev/infiniband"};
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
    if (!access(devices[i], F_OK))
      return 1;
  return 0;
}

void peers_prepare(int apart) {
  int here = one_host();
  by_calls = here && !has_device();
  apart = apart && here;
  size_t count = VARIABLES - (size_t)(apart && left_out());
  all_apart = apart;
  for (size_t i = 0; i < count; i++) {
    const char *now = getenv(variables[i].name);
    if (!apart && !variables[i].always)
      continue;
    variables[i].set = !now && !setenv(variables[i].name, variables[i].value, 0);
    all_apart &=
        variables[i].always || variables[i].set || (now && !strcmp(now, variables[i].value));
  }
}

void peers_restore(void) {
  for (size_t i = 0; i < VARIABLES; i++) {
    if (variables[i].set)
      unsetenv(variables[i].name);
    variables[i].set = 0;
  }
}

int peers_apart(void) {
  return all_apart;
}

int peers_fail_gently(void) {
  return all_apart || by_calls;
}
