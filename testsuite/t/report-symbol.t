#!/usr/bin/python3
"""File, line and function of real programs. A program writes its own return addresses as the
journal of a rank has them, and the report must name the lines marked in its source."""
import json
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from journals import *

SOURCE = r'''
#define _GNU_SOURCE
#include <link.h>
#include <stdio.h>
#include <string.h>
static struct dl_phdr_info own;
static int look(struct dl_phdr_info *i, size_t n, void *pc) {
  (void)n;
  for (int k = 0; k < i->dlpi_phnum; k++) {
    size_t lo = i->dlpi_addr + i->dlpi_phdr[k].p_vaddr;
    if (i->dlpi_phdr[k].p_type == PT_LOAD && (size_t)pc >= lo &&
        (size_t)pc < lo + i->dlpi_phdr[k].p_memsz) {
      own = *i;
      return 1;
    }
  }
  return 0;
}
__attribute__((noinline)) void note(const char *name) {
  void *pc = __builtin_return_address(0);
  dl_iterate_phdr(look, pc);
  printf("%s %zu\n", name, (size_t)pc - own.dlpi_addr);
}
__attribute__((noinline)) static void plain(void) {
  note("plain"); /* plain */
  __asm__ volatile("");
}
static inline __attribute__((always_inline)) void inner(int n) {
  if (n > 0)
    note("inlined"); /* inner */
  __asm__ volatile("");
}
static inline __attribute__((always_inline)) void outer(int n) {
  inner(n + 1); /* outer */
  __asm__ volatile("");
}
__attribute__((noinline)) static void last(void) {
  note("last"); /* last */
  __builtin_unreachable();
}
int main(int argc, char **argv) {
  (void)argv;
  plain();
  outer(argc); /* main */
  if (argc > 100)
    last();
  return 0;
}
'''
LINES = {m.group(1): n for n, line in enumerate(SOURCE.splitlines(), 1)
         for m in [re.search(r'/\* (\w+) \*/', line)] if m}


def build(name, *flags, cc='gcc', where='src'):
    folder = TMP / where
    folder.mkdir(exist_ok=True)
    source = folder / 'prog.c'
    source.write_text(SOURCE)
    binary = TMP / name
    subprocess.run([cc, *flags, '-Wno-unused', '-o', binary, source], check=True)
    return binary


def build_id(binary):
    text = subprocess.run(['readelf', '-n', binary], capture_output=True, text=True).stdout
    found = re.search(r'Build ID: (\w+)', text)
    return found.group(1) if found else ''


def offsets(binary):
    text = subprocess.run([binary], capture_output=True, text=True, check=True).stdout
    return {name: int(pc) for name, pc in map(str.split, text.splitlines())}


def resolve(binary, identity=None, symbol='', where=None):
    """Returns {name: stack in the report}, and the outcome."""
    d = directory()
    rank = Rank(d, 0, 1)
    found = offsets(where or binary)
    for name, pc in found.items():
        stack = rank.stack(dict(module=str(binary), offset=pc, symbol=symbol,
                                build_id=build_id(binary) if identity is None else identity))
        rank.finding('op-outside-epoch', ('MPI_Put', stack, 0), message=name)
    rank.end()
    outcome, report = merge(d)
    return {f['message']: f['locations'][0]['stack'] for f in report['findings']}, outcome


def lines(stack):
    return [(f['function'], f['line'], (f['file'] or '').rsplit('/', 1)[-1]) for f in stack]


PLAIN = [('plain', LINES['plain'], 'prog.c')]
INLINED = [('inner', LINES['inner'], 'prog.c'), ('outer', LINES['outer'], 'prog.c'),
           ('main', LINES['main'], 'prog.c')]
for title, cc, flags in (('gcc -O0', 'gcc', ['-g', '-O0']), ('gcc -O2', 'gcc', ['-g', '-O2']),
                         ('gcc, no PIE', 'gcc', ['-g', '-O1', '-no-pie']),
                         ('gcc, DWARF 4', 'gcc', ['-g', '-gdwarf-4', '-O1']),
                         ('clang -O1', 'clang', ['-g', '-O1'])):
    if not shutil.which(cc):
        ok(True, f'{title} # SKIP no {cc}')
        continue
    stacks, _ = resolve(build('prog', *flags, cc=cc))
    same(lines(stacks['plain']), PLAIN, f'{title}: a call')
    same(lines(stacks['inlined']), INLINED, f'{title}: inlined calls are frames')

binary = build('prog', '-g', '-O1')
stacks, _ = resolve(binary)
same(stacks['plain'][0]['file'], str(TMP / 'src' / 'prog.c'), 'the file with its path')
same(stacks['plain'][0]['module'], str(binary), 'and the module')

# Relative paths of the compiler's command line.
subprocess.run(['gcc', '-g', '-o', TMP / 'relative', '../src/prog.c'], cwd=TMP / 'src', check=True)
same(resolve(TMP / 'relative')[0]['plain'][0]['file'], str(TMP / 'src' / 'prog.c'),
     'a relative path is completed and tidied')

# A program that was rebuilt after the run may have other lines. No line is better than a wrong one.
stacks, outcome = resolve(binary, identity='0123456789abcdef0123456789abcdef01234567',
                          symbol='plain_symbol')
same([(f['file'], f['line'], f['function']) for s in stacks.values() for f in s],
     [(None, None, 'plain_symbol')] * 2, 'another build-id: no lines, but the symbol')
same(outcome.stderr.count('is not the file of this run any more'), 1, 'which is said once')
stacks, outcome = resolve(build('anonymous', '-g', '-Wl,--build-id=none'))
same(lines(stacks['plain']), PLAIN, 'without a build-id the file is trusted')
stacks, _ = resolve(binary, identity='')
same(stacks['plain'][0]['line'], None, 'a build-id where none was: another file')

# Debug information that was stripped, is in a separate file, or is missing.
stripped = TMP / 'stripped'
subprocess.run(['strip', '-o', stripped, binary], check=True)
stacks, _ = resolve(stripped, symbol='exported')
same(lines(stacks['plain']), [('exported', None, '')], 'stripped: the symbol of the journal')
debug = TMP / 'split.debug'
split = TMP / 'split'
subprocess.run(['objcopy', '--only-keep-debug', binary, debug], check=True)
subprocess.run(['objcopy', '--strip-all', f'--add-gnu-debuglink={debug}', binary, split],
               check=True)
same(lines(resolve(split)[0]['plain']), PLAIN, 'debug information in a file of its own')
(TMP / 'linked').mkdir()
(TMP / 'linked' / 'split').symlink_to(split)
same(lines(resolve(TMP / 'linked' / 'split')[0]['plain']), PLAIN, 'beside the file that a link leads to')
(TMP / '.debug').mkdir()
debug.rename(TMP / '.debug' / debug.name)
same(lines(resolve(split)[0]['plain']), PLAIN, 'in the folder .debug')
(TMP / '.debug' / debug.name).unlink()
same(lines(resolve(split, symbol='exported')[0]['plain']), [('exported', None, '')], 'or nowhere')
stacks, _ = resolve(TMP / 'absent', identity='00', where=binary)
same(lines(stacks['plain']), [(None, None, '')], 'a module that is gone')
text = TMP / 'text'
text.write_text('no program\n')
same(lines(resolve(text, identity='', where=binary)[0]['plain']), [(None, None, '')],
     'a module that is no ELF file')
nodebug = build('nodebug', '-O0')
same(lines(resolve(nodebug)[0]['plain']), [('plain', None, '')],
     'without -g: the function from the symbol table')

same(lines(resolve(build('libc.so.6', '-g', '-O1'))[0]['plain']), [('plain', None, '')],
     'of the C library only the functions, without their lines')

# A damaged file must not end the command.
bad = bytearray(binary.read_bytes())
for at in range(0, len(bad), 37):
    if at > 4096:
        bad[at] ^= 0x55
(TMP / 'bad').write_bytes(bad)
stacks, outcome = resolve(TMP / 'bad', identity=build_id(binary), where=binary)
same(outcome.returncode, 66, 'a damaged module')
done()
