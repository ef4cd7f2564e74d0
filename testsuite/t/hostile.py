"""Programs that attack the grader or try to escape the checker. PROGRAMS has for each name (the
body of main() after the declaration of rank, what the feedback must say, outcome of the test);
outcomes(name) are all that are right, source(name) is the whole program. HANGS: programs that only the limit of time ends. In the programs
SECRET stands for a file that they must not see, @ for the folder of the box."""

HEAD = r'''#define _GNU_SOURCE
#include <mpi.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int rank;
'''
INIT = 'MPI_Init(&argc, &argv); MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n'
END = 'if (rank == 0) puts("right");\nMPI_Finalize(); return 0; }\n'
RECORD = (r'{\"record\":\"start\",\"version\":1,\"world\":\"0123456789abcdef\",\"rank\":%d,\"size\":2'
          r',\"trace\":\"compiled\",\"memory_model\":\"auto\",\"max_memory\":268435456}\n'
          r'{\"record\":\"end\",\"calls\":{\"MPI_Init\":1,\"MPI_Finalize\":1}}\n')

PROGRAMS = {
    'fork-bomb': (INIT + 'for (;;) fork();' + END, 'ran longer', 'failed'),
    'endless-output': (INIT + 'for (;;) puts("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");' + END,
                       'wrote more', 'failed'),
    'deadlock': (INIT + 'if (!rank) MPI_Recv(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, '
                 'MPI_STATUS_IGNORE);' + END, 'rank 0 waits in MPI_Recv', 'failed'),
    'kill-all': (INIT + 'kill(-1, SIGKILL);' + END, 'signal 9', 'failed'),
    'daemon': (INIT + 'if (!fork()) { setsid(); if (!fork()) { signal(SIGTERM, SIG_IGN); '
               'for (;;) sleep(1); } _exit(0); }' + END, 'ran longer', 'failed'),
    'memory': (INIT + 'for (;;) { char *p = malloc(1 << 20); if (p) memset(p, 1, 1 << 20); }' + END,
               'of memory', 'failed'),
    'memory-files': (INIT + 'char *p = calloc(1, 1 << 20); for (int f = 0; f < 900; f++) '
                     'if (write(memfd_create("x", 0), p, 1 << 20) < 0) break; sleep(60);' + END,
                     'of memory', 'failed'),
    'segments': (INIT + 'for (int i = 0; i < 900; i++) { int id = shmget(IPC_PRIVATE, 1 << 20, 0600);'
                 ' char *p = shmat(id, 0, 0); if (p != (void *)-1) { memset(p, 1, 1 << 20); '
                 'shmdt(p); } } sleep(60);' + END, 'of memory', 'failed'),
    'big-file': (INIT + 'FILE *f = fopen("x", "w"); char b[4096]; '
                 'for (;;) fwrite(b, 1, 4096, f);' + END,
                 'ended before MPI_Finalize', 'failed'),
    'early-exit': (INIT + 'if (!rank) puts("right"); fflush(stdout); _exit(0); }',
                   'MPI_Finalize', 'unchecked'),
    'no-mpi': ('if (argc) puts("right"); return 0; rank = 0; }', 'not intercepted', 'unchecked'),
    'again-without': ('if (getenv("LD_" "PRELOAD")) { unsetenv("LD_" "PRELOAD"); '
                      'execv("/proc/self/exe", argv); }' + INIT + END, 'not intercepted',
                      'unchecked'),
    'one-rank-without': ('if (getenv("LD_" "PRELOAD") && !strcmp(getenv("PMI_RANK"), "1")) { '
                         'unsetenv("LD_" "PRELOAD"); execv("/proc/self/exe", argv); }' + INIT + END,
                         'told the checker', 'failed'),
    'less-memory': ('setenv("FENCE" "POST_MAX_MEMORY", "4K", 1);' + INIT + END,
                    'memory of the checker was changed', 'unchecked'),
    'removed-journals': (INIT + 'if (!rank) system("rm -rf @/journals"); '
                         'MPI_Barrier(MPI_COMM_WORLD);' + END, '', 'unchecked'),
    'exec-behind': (INIT + 'if (!rank) puts("right"); fflush(stdout); MPI_Barrier(MPI_COMM_WORLD); '
                    'execl("/bin/true", "true", (char *)0); }', 'did not reach MPI_Finalize',
                    'unchecked'),
    'other-folder': ('setenv("FENCE" "POST_DIR", "/tmp", 1);' + INIT + END, 'was removed',
                     'unchecked'),
    'other-level': ('setenv("FENCE" "POST_TRACE", "mpi", 1);' + INIT + END, 'level mpi',
                    'unchecked'),
    'emptied-journals': (INIT + 'if (!rank) system("for f in @/journals/rank*; do : >$f; done"); '
                         'MPI_Barrier(MPI_COMM_WORLD);' + END, 'interfered', 'unchecked'),
    # MPI's own shared files keep their length: without them it may crash before the end.
    'shortened-journals': (INIT + 'char n[99], l[99]; for (int f = 3; f < 99; f++) { '
                           'sprintf(n, "/proc/self/fd/%d", f); '
                           'memset(l, 0, 99); if (readlink(n, l, 98) > 0 && strstr(l, "/journals/")) '
                           'ftruncate(f, 20); }' + END, 'was changed', 'unchecked'),
    'forged-journals': (
        'if (!strstr(argv[0], "program") && argc > 99) {' + INIT + '}'
        'rank = atoi(getenv("PMI_RANK")); char n[200]; sprintf(n, '
        '"@/journals/rank-0123456789abcdef-%d.jsonl", rank); FILE *f = fopen(n, "w"); '
        f'for (int i = 0; f && i < 2; i++) {{ fprintf(f, "{RECORD}", rank); fflush(f); }} '
        'if (f) fclose(f); if (!rank) puts("right"); return 0; }', 'journal', 'unchecked'),
    'dlsym': ('void *dlsym(void *, const char *); int (*f)(void) = (int (*)(void))dlsym(0, "PMPI_Finalize");' +
              INIT + END, 'uses dlsym', 'skipped'),
    'no-sanitize': ('__attribute__((no_sanitize("thread"))) void g(void) { rank++; }' + INIT +
                    'g();' + END, 'no_sanitize', 'skipped'),
    'own-hooks': ('extern void __tsan_write4(void *); ' + INIT + '__tsan_write4(&rank);' + END,
                  '__tsan_write4', 'skipped'),
    'report': (INIT + 'FILE *f = fopen(".fence" "post-report.json", "w"); fputs("{}", f); '
               'fclose(f);' + END, '', 'complete'),
    'spy': (INIT + 'if (!rank) { FILE *f = fopen("SECRET", "r"); if (f) puts("seen"); }' + END,
            '', 'complete'),
    'network': (INIT + 'if (!rank) system("grep -q eth /proc/net/dev && echo network");' + END,
                '', 'complete'),
    "a name\nwith '\"<b>&": (INIT + END, '', 'complete'),
    '-o x': (INIT + END, '', 'complete'),
}
HANGS = ('fork-bomb', 'deadlock', 'daemon', 'one-rank-without')


def outcomes(name):
    """If Hydra sees the closed socket of one rank before the other rank has ended, mpiexec ends
    that one and says so, also without Fencepost: then an early exit is a failure."""
    outcome = PROGRAMS[name][2]
    return (outcome, 'failed') if name == 'early-exit' else (outcome,)


def source(name, secret=''):
    return HEAD + PROGRAMS[name][0].replace('SECRET', str(secret)).replace('@', '/box')
