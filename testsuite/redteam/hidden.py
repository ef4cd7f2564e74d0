"""Programs that hide their load or store, or their MPI call, from the checker when they are built."""
from race import program

QUIET = '__attribute__((%s)) static void touch(int *p) { *p = 7; }\n'
CALL = 'touch(memory);'
LIED = '#line 5000\n#if __LINE__ > 4000\n'


def quiet(attribute, **more):
    return program(QUIET % attribute, TOUCH=CALL, **more)


def stored(statement, top='', **more):
    return program(top, TOUCH=statement, **more)


WALK = r'''
#include <elf.h>
#include <link.h>
static void *found(const char *wanted) {
  for (ElfW(Dyn) *d = @START@; d->d_tag; d++)
    if (d->d_tag == DT_DEBUG)
      for (struct link_map *m = ((struct r_debug *)d->d_un.d_ptr)->r_map; m; m = m->l_next) {
        ElfW(Sym) *s = 0; const char *names = 0;
        if (!strstr(m->l_name, "libmpi.so") && !strstr(m->l_name, "libmpich.so")) continue;
        for (ElfW(Dyn) *e = m->l_ld; e->d_tag; e++) {
          if (e->d_tag == DT_SYMTAB) s = (void *)e->d_un.d_ptr;
          if (e->d_tag == DT_STRTAB) names = (void *)e->d_un.d_ptr;
        }
        for (int n = 1; s && (const char *)(s + n) < names; n++)
          if (!strcmp(names + s[n].st_name, wanted))
            return (char *)m->l_addr + s[n].st_value;
      }
  return 0;
}
typedef int put(const void *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win);
'''
BEHIND = r'''
static char **words;
static ElfW(Dyn) *dynamic(void) {
  char **e = words;
  while (*e++) ;
  while (*e++) ;
  for (ElfW(auxv_t) *a = (void *)e; a->a_type; a++)
    if (a->a_type == AT_PHDR) {
      ElfW(Phdr) *h = (void *)a->a_un.a_val, *p = h;
      for (; p->p_type != PT_DYNAMIC; p++) ;
      return (void *)((char *)h - h->p_vaddr + p->p_vaddr);
    }
  return 0;
}
static void *found'''
UNSEEN_PUT = '((put *)found("PMPI_Put"))(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);'
BYTES = r'{0xc7, 0x07, 7, 0, 0, 0, 0xc3}'  # movl $7,(%rdi); ret

PROGRAMS = {
    'plain-race': program(),
    'no-sanitize': quiet('no_sanitize("thread")'),
    'no-sanitize-underlined': quiet('__no_sanitize__("thread")'),
    'no-sanitize-thread': quiet('no_sanitize_thread'),
    'no-sanitize-all': quiet('no_sanitize("all")'),
    'no-sanitize-brackets': program('[[gnu::no_sanitize_thread]] static void touch(int *p) '
                                    '{ *p = 7; }\n', TOUCH=CALL),
    'no-sanitize-pasted': program('#define P(a, b) a##b\n' + QUIET % 'P(no_sani, tize_thread)',
                                  TOUCH=CALL),
    'no-sanitize-line': program(LIED + QUIET % 'no_sanitize_thread' +
                                '#else\nstatic void touch(int *p) { *p = 7; }\n#endif\n', TOUCH=CALL),
    'no-sanitize-marker': program('# 1 "/usr/include/stdio.h" 1 3 4\n' + QUIET %
                                  'no_sanitize_thread', TOUCH=CALL),
    'no-sanitize-line-pragma': program(LIED + QUIET % 'no_sanitize_thread' + '#endif\n'
                                       '#line 1\n#if __LINE__ < 99\nstatic void touch(int *p);\n'
                                       '#endif\n', TOUCH=CALL),
    'no-sanitize-included': program('#include "../src/quiet.h"\n', TOUCH=CALL),
    'no-sanitize-has-include': program('#if __has_include("/box/out/text") || '
                                       '!__has_include("quiet.h")\n#define Q\n#else\n#define Q '
                                       '__attribute__((no_sanitize_thread))\n#endif\n'
                                       'Q static void touch(int *p) { *p = 7; }\n', TOUCH=CALL),
    'no-sanitize-inline': program('__attribute__((always_inline, no_sanitize_thread)) static inline '
                                  'void touch(int *p) { *p = 7; }\n', TOUCH=CALL),
    'optimize': program('#pragma GCC optimize("no-sanitize=thread")\nstatic void touch(int *p) '
                        '{ *p = 7; }\n', TOUCH=CALL),
    'asm': stored('__asm__ volatile("movl $7, %0" : "=m"(*memory));'),
    'asm-line': stored('touch(memory);', LIED + 'static void touch(int *p) { __asm__ volatile('
                       '"movl $7, (%0)" : : "r"(p) : "memory"); }\n#endif\n'),
    'asm-top': program('void touch(int *);\n' + LIED + '__asm__(".text\\ntouch: movl $7, (%rdi)\\n'
                       'ret");\n#endif\n', TOUCH=CALL),
    'asm-global': program('void touch(int *);\n__asm__(".globl touch\\n.text\\ntouch: movl $7, (%rdi)\\nret");\n',
                          TOUCH=CALL),
    'asm-global-hook': stored('*memory = 7;', '__asm__(".globl __tsan_write4");\n'),
    'asm-label': program('void touch(int *);\nint other(void) __asm__("other\\n.text\\ntouch: movl '
                         '$7, (%rdi)\\nret");\nint (*p)(void) = other;\n', TOUCH=CALL),
    'asm-alias': program('void touch(int *);\n' + LIED + 'static int one;\nextern int other '
                         '__attribute__((alias("one\\n.text\\n.globl touch\\ntouch: movl $7, (%rdi)\\nret")));'
                         '\n#endif\n', TOUCH=CALL),
    'code-in-text': program('static const unsigned char code[] __attribute__((section(".text#"))) = ' +
                            BYTES + ';\n', TOUCH='((void (*)(int *))(uintptr_t)code)(memory);'),
    'code-in-section': program('static const unsigned char code[] __attribute__((section(".text.x,\\"ax'
                               '\\",@progbits#"))) = ' + BYTES + ';\n',
                               TOUCH='((void (*)(int *))(uintptr_t)code)(memory);'),
    'code-in-init': program('static const unsigned char code[] __attribute__((section(".init#"))) = ' +
                            BYTES + ';\n', TOUCH='((void (*)(int *))(uintptr_t)code)(memory);'),
    'code-in-mapping': stored('unsigned char code[] = ' + BYTES + '; void *p = mmap(0, 4096, 7, '
                              'MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); if (p != (void *)-1) { memcpy(p, '
                              'code, sizeof code); ((void (*)(int *))(uintptr_t)p)(memory); }'),
    'code-made-executable': stored('unsigned char code[] = ' + BYTES + '; char *p = '
                                   'aligned_alloc(4096, 4096); memcpy(p, code, sizeof code); '
                                   'if (!mprotect(p, 4096, 7)) '
                                   '((void (*)(int *))(uintptr_t)p)(memory);'),
    'code-on-stack': program('static int zero;\nstatic void call(int (*f)(int)) { if (f(1) == 9) '
                             'puts("no"); }\n', TOUCH='int nested(int a) { return a + value + '
                             'zero; } call(nested); unsigned char code[] = ' + BYTES + '; '
                             '((void (*)(int *))(uintptr_t)code)(memory);'),
    'const-elsewhere': {'main.c': program('int window[4096];\nextern void look(void);\n',
                                          MAKE='MPI_Win_create(memory = window, 16384, 4, MPI_INFO_NULL,'
                                          ' MPI_COMM_WORLD, &win);', TOUCH='look();'),
                        'other.c': '#include <stdio.h>\nextern const int window[4096];\nvoid look(void) '
                                   '{ if (window[0] == 99) puts("no"); }\n'},
    'stream': program('#include <immintrin.h>\n', TOUCH='_mm_stream_si32(memory, 7);'),
    'stream-wide': program('#include <immintrin.h>\n', TOUCH='_mm_stream_si128((__m128i *)memory, '
                           '_mm_set1_epi32(7));'),
    'masked': program('#include <immintrin.h>\n', TOUCH='_mm_maskmoveu_si128(_mm_set1_epi32(7), '
                      '_mm_set1_epi32(-1), (char *)memory);'),
    'unaligned-vector': program('#include <immintrin.h>\n', TOUCH='_mm_storeu_si128((__m128i *)memory, '
                                '_mm_set1_epi32(7));'),
    'wide-vector': program('#include <immintrin.h>\n__attribute__((target("avx2"))) static void touch('
                           'int *p) { _mm256_maskstore_epi32(p, _mm256_set1_epi32(-1), '
                           '_mm256_set1_epi32(7)); }\n', TOUCH=CALL),
    'fences': program('#include <immintrin.h>\n__attribute__((target("xsave"))) static void touch('
                      'int *p) { _xsave(p, 3); }\n', TOUCH='touch((int *)(((uintptr_t)memory + 63) & '
                      '~(uintptr_t)63)); (void)value;'),
    'returned': program('struct big { int a[64]; };\n__attribute__((noinline)) static struct big made('
                        'void) { struct big b; for (int i = 0; i < 64; i++) b.a[i] = i + rank; return '
                        'b; }\n', TOUCH='*(struct big *)memory = made();'),
    'passed': program('struct big { int a[64]; };\n__attribute__((noinline)) static void take(struct '
                      'big b) { if (b.a[rank] == 99) puts("no"); }\n',
                      TOUCH='take(*(struct big *)memory);'),
    'builtin-memset': stored('__builtin_memset(memory, 7, 64);'),
    'builtin-memcpy': stored('char b[200] = "x"; __builtin_memcpy(memory, b, 200);'),
    'builtin-strcpy': stored('__builtin_strcpy((char *)memory, "seven and seven is fourteen");'),
    'atomic': stored('__atomic_store_n(memory, 7, __ATOMIC_RELAXED);'),
    'filter': program('extern unsigned char own[] __asm__("__fence" "post_filter");\n',
                      INIT='for (long i = 0; i < 1l << 23; i++) own[i] = 0;'),
    'own-hooks': program('void w4(void *p) __asm__("__tsan_write4");\nvoid w4(void *p) { (void)p; }\n'),
    'own-write': program('ssize_t write(int f, const void *p, size_t n) { (void)f; (void)p; '
                         'return (ssize_t)n; }\n', LAST='if (rank == 0) pwrite(1, "", 0, 0);'),
    'own-pmpi': program(PUT='PMPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);'),
    'hidden-dlsym': program('void *sneak(void *, const char *) __asm__("dl" "sym");\ntypedef int put('
                            'const void *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, '
                            'MPI_Win);\n', PUT='put *p = sneak(sneak(0, "PMPI_Put") ? 0 : 0, '
                            '"PMPI_Put"); p(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);'),
    'tables': program(WALK.replace('@START@', '_DYNAMIC'), PUT=UNSEEN_PUT),
    'tables-hidden': program(WALK.replace('@START@', 'start') .replace('static void *found',
                             'extern ElfW(Dyn) start[] __asm__("_DYN" "AMIC");\nstatic void *found'),
                             PUT=UNSEEN_PUT),
    'tables-of-kernel': program('#include <sys/auxv.h>\n' + WALK.replace(
        '@START@', 'dynamic()').replace('static void *found', 'static ElfW(Dyn) *dynamic(void) { '
        'ElfW(Phdr) *h = (void *)getauxval(AT_PHDR), *p = h; char *base = (char *)h - h->p_vaddr; '
        'for (; p->p_type != PT_DYNAMIC; p++) ; return (void *)(base + p->p_vaddr); }\n'
        'static void *found'), PUT=UNSEEN_PUT),
    'tables-behind-arguments': program(WALK.replace('@START@', 'dynamic()').replace(
        'static void *found', BEHIND), PUT=UNSEEN_PUT, BEGIN='words = argv;'),
    'tables-own-handler': program('static void handler(int s) { (void)s; }\n' + WALK.replace(
        '@START@', 'dynamic()').replace('static void *found', BEHIND), PUT=UNSEEN_PUT,
                                  BEGIN='words = argv; signal(SIGSEGV, handler);'),
    'tables-later-handler': program('static void handler(int s) { (void)s; }\n' + WALK.replace(
        '@START@', 'dynamic()').replace('static void *found', BEHIND), PUT=UNSEEN_PUT, BEGIN='words = argv;',
                                    INIT='struct sigaction a = {.sa_handler = handler}; sigaction(SIGSEGV, &a, 0);'),
    'tables-in-callback': program(WALK.replace('@START@', 'dynamic()').replace('static void *found', BEHIND) + (
        'static void put_there(void *in, void *inout, int *n, MPI_Datatype *t) { static int value = 5; (void)in, '
        '(void)inout, (void)n, (void)t; ' + UNSEEN_PUT + ' }\n'), PUT='MPI_Op op; int one = 1, two = 2; '
                                  'MPI_Op_create(put_there, 1, &op); MPI_Reduce_local(&one, &two, 1, MPI_INT, op); '
                                  'MPI_Op_free(&op);', BEGIN='words = argv;'),
    'tables-beside': program('#include <pthread.h>\n' + WALK.replace('@START@', 'dynamic()').replace(
        'static void *found', BEHIND) + 'static void *beside(void *p) { static int value = 5; (void)p; '
                             'usleep(200000); ' + UNSEEN_PUT + ' return 0; }\n', BEGIN='words = argv;',
                             PUT='pthread_t t; pthread_create(&t, 0, beside, 0); MPI_Recv(&value, 1, MPI_INT, 1, 0, '
                             'MPI_COMM_WORLD, MPI_STATUS_IGNORE); pthread_join(t, 0);',
                             TOUCH='memory[0] = 7; usleep(400000); MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);'),
    'ifunc': program('static void store(int *p) { *p = 7; }\nstatic void *chosen(void) { return store; '
                     '}\nvoid touch(int *) __attribute__((ifunc("chosen")));\n', TOUCH=CALL),
    'own-mpi': {'main.c': program(), 'mpi.h': '#include_next <mpi.h>\n#define MPI_Put PMPI_Put\n'},
    'by-pipe': stored('pipe(memory);'),
    'by-scan': stored('sscanf("7", "%d", memory);'),
    'by-name': stored('getcwd((char *)memory, 64);'),
    'by-stat': stored('stat("/", (struct stat *)memory);'),
    'by-ioctl': program('#include <sys/ioctl.h>\n', TOUCH='int ends[2]; pipe(ends); write(ends[1], "1234567", 7); '
                        'ioctl(ends[0], FIONREAD, memory);'),
    'by-message': program('#include <sys/msg.h>\n', TOUCH='long message[2] = {7, 7}; int q = msgget(IPC_PRIVATE, '
                          '0600); msgsnd(q, message, 8, 0); msgrcv(q, memory, 8, 0, 0); msgctl(q, IPC_RMID, 0);'),
    'by-poll': program('#include <poll.h>\n', TOUCH='struct pollfd *p = (struct pollfd *)memory; int ends[2]; '
                       'pipe(ends); struct pollfd one = {ends[1], POLLOUT, 0}; memcpy(p, &one, sizeof *p); '
                       'poll(p, 1, 0);'),
    'by-timer': program('#include <sys/time.h>\n', TOUCH='getitimer(ITIMER_REAL, (struct itimerval *)memory);'),
    'by-vm': stored('int seven = 7; struct iovec from = {&seven, 4}, to = {memory, 4}; '
                    'process_vm_writev(getpid(), &from, 1, &to, 1, 0);'),
}
FILES = {'quiet.h': QUIET % 'no_sanitize_thread'}
