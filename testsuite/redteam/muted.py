"""Programs whose race the checker sees, and that keep it from telling so."""
from race import program

EACH = 'for (int f = 3; f < 200; f++) { char n[64], l[300] = ""; sprintf(n, "/proc/self/fd/%d", f); ' \
       'if (readlink(n, l, 299) > 0 && strstr(l, "/journals/")) { @ } }'
EXCHANGED = '''
static void each(void (*f)(char *)) {
  DIR *d = opendir("/box/journals");
  for (struct dirent *e; d && (e = readdir(d));) {
    char name[400];
    snprintf(name, sizeof name, "/box/journals/%s", e->d_name);
    if (strstr(name, "rank-")) f(name);
  }
  if (d) closedir(d);
}
'''
CLEAN = EXCHANGED + '''
static void cleaned(char *name) {
  static char text[1 << 20], out[1 << 20];
  FILE *f = fopen(name, "r");
  size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
  if (f) fclose(f);
  text[n] = 0, *out = 0;
  for (char *line = strtok(text, "\\n"); line; line = strtok(0, "\\n"))
    if (!strstr(line, "\\"finding\\"")) strcat(strcat(out, line), "\\n");
  WRITE
}
'''
NEW = '''
  char other[500];
  snprintf(other, sizeof other, "%s.new", name);
  f = fopen(other, "w");
  fputs(out, f);
  fclose(f);
  rename(other, name);
'''
OVER = '''
  int o = open(name, O_WRONLY);
  size_t m = strlen(out);
  memset(out + m, ' ', n - m);
  if (n > m) out[n - 1] = 10;
  pwrite(o, out, n, 0);
  close(o);
'''
LAST = 'MPI_Barrier(MPI_COMM_WORLD); if (rank == 1) each(cleaned); MPI_Barrier(MPI_COMM_WORLD);'
BOTH = 'MPI_Barrier(MPI_COMM_WORLD); each(cleaned);'


def each(statement, **more):
    return program(**{'INIT': EACH.replace('@', statement), **more})


RECORDS = (r'{\"record\":\"start\",\"version\":1,\"world\":\"0123456789abcdef\",\"rank\":%d,\"size\":2'
           r',\"trace\":\"compiled\",\"memory_model\":\"auto\",\"max_memory\":268435456}\n'
           r'{\"record\":\"end\",\"calls\":{\"MPI_Init\":1,\"MPI_Finalize\":1}}\n')
TOLD = r'''
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
static void tell(void) {
  struct sockaddr_un at = {.sun_family = AF_UNIX};
  const char *name = getenv("FENCE" "POST_KEEPER"), *r = getenv("PMI_RANK");
  char start[600], all[2000];
  int f = socket(AF_UNIX, SOCK_STREAM, 0), n;
  rank = atoi(r ? r : getenv("OMPI_COMM_WORLD_RANK"));
  strcpy(at.sun_path + 1, name);
  connect(f, (void *)&at, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name)));
  read(f, all, 1);
  n = sprintf(start, "{\"record\":\"start\",\"version\":1,\"world\":\"12\",\"rank\":%d,\"size\":2,"
              "\"trace\":\"%s\",\"memory_model\":\"auto\",\"max_memory\":268435456}\n", rank,
              getenv("FENCE" "POST_TRACE"));
  n = sprintf(all, "%s{\"record\":\"end\",\"calls\":{\"MPI_Init\":1},\"told\":[1,%d]}\n", start, n);
  sprintf(start, "%s/rank-12-%d.jsonl", getenv("FENCE" "POST_DIR"), rank);
  FILE *own = fopen(start, "w");
  fputs(all, own);
  fclose(own);
  sprintf(start, "rank-12-%d.jsonl\n", rank);
  write(f, start, strlen(start));
  write(f, all, strlen(all));
}
'''
PATCH = r'''
static void patch(void *at, const void *what, size_t n) {
  int f = open("/proc/self/mem", O_RDWR);
  if (f >= 0) { pwrite(f, what, n, (off_t)(uintptr_t)at); close(f); }
}
'''
INSIDE = r'''
static uintptr_t base(const char *of, const char *how) {
  FILE *f = fopen("/proc/self/maps", "r");
  char row[600], mode[8];
  uintptr_t at, to, found = 0;
  while (!found && fgets(row, sizeof row, f))
    if (sscanf(row, "%lx-%lx %7s", &at, &to, mode) == 3 && strstr(row, of) && !strcmp(mode, how))
      found = at;
  fclose(f);
  return found;
}
'''

PROGRAMS = {
    'nothing': each('dup2(open("/dev/null", O_WRONLY), f);'),
    'for-a-moment': program(
        'static int kept[200];\n', INIT=EACH.replace(
            '@', 'kept[f] = dup(f); dup2(open("/dev/null", O_WRONLY), f);'),
        LAST='MPI_Win_fence(0, win); for (int f = 3; f < 200; f++) if (kept[f]) { dup2(kept[f], f); '
             'close(kept[f]); }'),
    'for-a-moment-elsewhere': program(
        'static int kept[200];\n', INIT=EACH.replace(
            '@', 'kept[f] = dup(f); dup2(open("aside", O_CREAT | O_APPEND | O_RDWR, 0600), f);'),
        LAST='MPI_Win_fence(0, win); for (int f = 3; f < 200; f++) if (kept[f]) { dup2(kept[f], f); '
             'close(kept[f]); }'),
    'closed': each('close(f);'),
    'all-closed': program(INIT='closefrom(3);'),
    'shortened': program(LAST=EACH.replace('@', 'ftruncate(f, 20);')),
    'replaced': program(CLEAN.replace('WRITE', NEW), LAST=LAST),
    'replaced-by-both': program(CLEAN.replace('WRITE', NEW), LAST=BOTH),
    'overwritten': program(CLEAN.replace('WRITE', OVER), LAST=LAST),
    'overwritten-by-all': program(CLEAN.replace('WRITE', OVER), LAST=BOTH),
    'overwritten-after-the-end': program(CLEAN.replace('WRITE', OVER),
                                         END='MPI_Finalize(); each(cleaned); return 0;'),
    'overwritten-at-exit': program(CLEAN.replace('WRITE', OVER) +
                                   'static void late(void) { each(cleaned); }\n', BEGIN='atexit(late);'),
    'overwritten-by-child': program(
        CLEAN.replace('WRITE', OVER), END='MPI_Finalize(); if (!fork()) { setsid(); usleep(300000); '
        'each(cleaned); _exit(0); } return 0;'),
    'same-descriptor': program(LAST='MPI_Win_fence(0, win);' + EACH.replace(
        '@', 'struct stat s; fcntl(f, F_SETFL, 0); fstat(f, &s); char *t = malloc(s.st_size + 1); int r = open(l,'
        ' O_RDONLY); ssize_t n = read(r, t, s.st_size); t[n] = 0; char *p = strstr(t, '
        '"{\\"record\\":\\"finding"); for (; p; p = strstr(p, "{\\"record\\":\\"finding")) { '
        'char *e = strchr(p, 10); memset(p, 32, e - p); memcpy(p, "{\\"record\\":\\"note\\"}", 17); } '
        'pwrite(f, t, n, 0); lseek(f, n, SEEK_SET);')),
    'flags-changed': program(INIT=EACH.replace('@', 'fcntl(f, F_SETFL, 0);'),
                             LAST='MPI_Win_fence(0, win);' + EACH.replace('@', 'lseek(f, 500, SEEK_SET);')),
    'mapped-journal': program(LAST='MPI_Win_fence(0, win);' + EACH.replace(
        '@', 'struct stat s; int r = open(l, O_RDWR); fstat(r, &s); char *t = mmap(0, s.st_size, 3, MAP_SHARED, r,'
        ' 0), *p = t; for (; p < t + s.st_size - 20; p++) if (!memcmp(p, "\\"finding\\"", 9)) '
        'memcpy(p, "\\"nothing\\"", 9);')),
    'forged': program(BEGIN='rank = atoi(getenv("PMI_RANK") ? getenv("PMI_RANK") : '
                      'getenv("OMPI_COMM_WORLD_RANK")); char n[200]; sprintf(n, "/box/journals/rank-'
                      '0123456789abcdef-%d.jsonl", rank); FILE *f = fopen(n, "w"); if (f) { fprintf(f, "' +
                      RECORDS + '", rank); fclose(f); } if (rank == 0) puts("right"); return 0;'),
    'forged-and-told': program(TOLD, BEGIN='tell(); if (rank == 0) puts("right"); return 0;'),
    'memory-file': program(
        PATCH + 'extern void w4(void *) __asm__("__tsan_write4");\n',
        INIT='unsigned char ret = 0xc3; patch((void *)(uintptr_t)w4, &ret, 1);'),
    'memory-file-library': program(PATCH + INSIDE, INIT='uintptr_t a = base("libfence" "post-", "r-xp"); '
                                   'static unsigned char code[1 << 12]; memset(code, 0xc3, 4096); '
                                   'for (int i = 4; a && i < 40; i++) patch((char *)a + 4096 * i, code, '
                                   '4096);'),
    'memory-of-parent': program(PATCH + INSIDE + '#include <sys/ptrace.h>\n',
                                INIT='if (rank == 1) { int p = getppid(); kill(p, SIGSTOP); '
                                'ptrace(PTRACE_ATTACH, p, 0, 0); kill(p, SIGCONT); }'),
    'traced': program('#include <sys/ptrace.h>\n', INIT='int p = fork(); if (!p) { p = getppid(); '
                      'ptrace(PTRACE_ATTACH, p, 0, 0); waitpid(p, 0, 0); ptrace(PTRACE_DETACH, p, 0, 0); '
                      '_exit(0); } waitpid(p, 0, 0);'),
    'runner-killed': program(INIT='if (rank == 0) kill(getppid(), SIGKILL);'),
    'early-exit': program(END='if (rank == 0) fflush(stdout); _exit(0);'),
    'killed-itself': program(END='fflush(stdout); MPI_Barrier(MPI_COMM_WORLD); raise(SIGKILL);'),
    'aborted': program(END='fflush(stdout); MPI_Barrier(MPI_COMM_WORLD); MPI_Abort(MPI_COMM_WORLD, 0);'),
    'quick-exit': program(END='fflush(stdout); MPI_Barrier(MPI_COMM_WORLD); quick_exit(0);'),
    'no-mpi': program(BEGIN='puts("right"); return 0;'),
    'again-without': program(BEGIN='if (getenv("LD_" "PRELOAD")) { unsetenv("LD_" "PRELOAD"); '
                             'execv("/proc/self/exe", argv); }'),
    'again-other-level': program(BEGIN='if (!getenv("AGAIN")) { setenv("AGAIN", "1", 1); setenv("FENCE" '
                                 '"POST_TRACE", "mpi", 1); execv("/proc/self/exe", argv); }'),
    'again-little-memory': program(BEGIN='setenv("FENCE" "POST_MAX_MEMORY", "4K", 1);'),
    'again-compiled': program(
        'static const char text[] = "#include <mpi.h>\\n#include <stdio.h>\\nint main(int c, char **v) { int '
        'rank, *m, value = 5; MPI_Win w; MPI_Init(&c, &v); MPI_Comm_rank(MPI_COMM_WORLD, &rank); '
        'MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w); MPI_Win_fence(0, w); if (!rank) '
        'MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, w); else *m = 7; MPI_Win_fence(0, w); if (!rank) '
        'puts(\\"right\\"); MPI_Win_free(&w); return MPI_Finalize(); }\\n";\n',
        BEGIN='char dir[] = "/tmp/xXXXXXX", c[300], o[99]; mkdtemp(dir); sprintf(o, "%s/a.c", dir); FILE *f = '
        'fopen(o, "w"); fputs(text, f); fclose(f); sprintf(c, "LD_PRELOAD= `which mpicc.mpich` -o %s/a %s '
        '2>/dev/null", dir, o); system(c); sprintf(o, "%s/a", dir); execl(o, o, (char *)0);'),
    'again-python': program(BEGIN='execlp("python3", "python3", "-c", "from mpi4py import MPI\\nprint(\'right\') '
                            'if MPI.COMM_WORLD.rank == 0 else 0", (char *)0);'),
    'disk-full': program(LAST='', INIT='int f = open("big", O_CREAT | O_RDWR, 0600); static char b[1 << 20]; '
                         'while (write(f, b, sizeof b) > 0) ; for (int i = 0; i < 60; i++) { char n[20]; '
                         'sprintf(n, "big%d", i); f = open(n, O_CREAT | O_RDWR, 0600); while (write(f, b, '
                         'sizeof b) > 0) ; }', END='system("rm -f big*"); MPI_Finalize(); return 0;'),
    'small-files': program(INIT='struct rlimit l = {0, 0}; signal(SIGXFSZ, SIG_IGN); '
                           'setrlimit(RLIMIT_FSIZE, &l);'),
    'no-files': program(BEGIN='struct rlimit l = {12, 12}; setrlimit(RLIMIT_NOFILE, &l);'),
    'by-child': program(TOUCH='if (!fork()) { memory[0] = 7; _exit(0); } wait(0);'),
    'second-mapping': program(MAKE='int f = memfd_create("x", 0); ftruncate(f, 16384); memory = mmap(0, 16384, '
                              '3, MAP_SHARED, f, 0); MPI_Win_create(memory, 16384, 4, MPI_INFO_NULL, '
                              'MPI_COMM_WORLD, &win); int *same = mmap(0, 16384, 3, MAP_SHARED, f, 0);',
                              TOUCH='same[0] = 7;'),
    'report': program(LAST='FILE *f = fopen(".fence" "post-report.json", "w"); if (f) { fputs("{}", f); '
                      'fclose(f); }'),
    'expected': program(LAST='FILE *f = fopen("/box/out/expected", "w"); if (f) fclose(f); '
                        'system("rm -rf /box/bin /box/run/*");'),
    'in-handler': program('static void handler(int s) { (void)s; memory[0] = 7; }\n',
                          TOUCH='signal(SIGUSR1, handler); raise(SIGUSR1);'),
    'masked-signals': program(INIT='sigset_t s; sigfillset(&s); sigprocmask(SIG_BLOCK, &s, 0);'),
    'jumps': program('#include <setjmp.h>\nstatic jmp_buf back;\n',
                     TOUCH='if (!setjmp(back)) { memory[0] = 7; longjmp(back, 1); }'),
    'pcontrol': program(INIT='MPI_Pcontrol(0);'),
}

# These run in an assignment that refuses nothing but hooks of their own.
FREE = ('mapped-journal', 'overwritten-by-child', 'memory-file', 'memory-of-parent', 'traced',
        'again-compiled')
