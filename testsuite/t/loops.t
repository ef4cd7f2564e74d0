#!/usr/bin/python3
"""What the plug-ins for gcc and clang make of hooks (interpose/hooks/gcc_hooks.h, clang_hooks.cc):
loops that are reported as a whole, and tests before hooks. The trace must have the same bytes, loaded
and stored in the same segments, as without the plug-in."""
import re
import shutil
import subprocess

from live import BUILD, FENCEPOST, PROGRAMS, done, folder, ok, report, run

SOURCE = PROGRAMS / 'loops.c'
ACCESS = re.compile(r'access enter (load|store) .*\bdata=\{(.*)\}')
RUN = re.compile(r'(\d+)\+(\d+)(?:\*(\d+)/(\d+))?')
WINDOW = 65536 - 8192
TOGETHER = '__fencepost_(?:load|store)'
WHOLE, ASKS = '__fencepost_(?:loads|stores)', '__fencepost_filter'
ASKED = ('halves', 'early', 'chain', 'calls', 'narrows')
GCC_FLAGS = ('-O2', '-O1', '-O3 -march=native', '-Og', '-Os', '-O2 -fPIC -fwrapv')
CLANG_FLAGS = ('-O2', '-O1', '-O3 -march=native', '-Os -fPIC', '-O2 -fwrapv -fno-unroll-loops')
CLANG_WHOLE = ('full', 'recurrence', 'columns', 'copy')  # others are taken apart before
WITHOUT = ('fencepost', 'libfencepost-hooks.a', 'fencepost-cc.specs')


def blocks_of(runs):
    """Returns (first byte, byte after the last) of each block."""
    for lo, length, count, stride in RUN.findall(runs):
        for k in range(int(count or 1)):
            at = int(lo) + k * int(stride or 0)
            yield at, at + int(length)


def joined(blocks, lo, hi):
    """Returns the same bytes, as far as they are between `lo` and `hi`, in as few blocks as
    possible, counted from `lo`."""
    result = []
    for a, b in sorted((max(a, lo) - lo, min(b, hi) - lo) for a, b in blocks):
        if a >= b:
            continue
        if result and a <= result[-1][1]:
            result[-1] = (result[-1][0], max(b, result[-1][1]))
        else:
            result.append((a, b))
    return result


def segments(where, program):
    """Returns for each fence what was loaded and stored in the window before it."""
    shutil.rmtree(where / 'trace', ignore_errors=True)
    r = run(FENCEPOST, 'run', '--quiet', f'--output={where}/r.json', '--record', where / 'trace',
            'mpiexec.mpich', '-n', 1, program, cwd=where)
    shown = run(FENCEPOST, 'replay', '--print', where / 'trace', cwd=where).stdout
    base = int(re.search(r'create leave .* base=(\d+)', shown)[1])
    told, now = [], {'load': [], 'store': []}
    for line in shown.splitlines():
        access = ACCESS.search(line)
        if access:
            now[access[1]] += blocks_of(access[2].split('run=')[1])
        elif ' fence enter ' in line:
            told.append({k: joined(v, base, base + WINDOW) for k, v in now.items()})
            now = {'load': [], 'store': []}
    return told, r, report(where / 'r.json')


def called(program, what):
    """Returns how often each function has an instruction that names one of these symbols."""
    shown = subprocess.run(['objdump', '-d', '--no-show-raw-insn', program], capture_output=True,
                           text=True).stdout
    function, counts = None, {}
    for line in shown.splitlines():
        begins = re.match(r'[0-9a-f]+ <(\w+)(?:\.\w+)*>:', line)
        function = begins[1] if begins else function
        counts[function] = counts.get(function, 0) + bool(re.search(f'<(?:{what})>', line))
    return counts


def built(where, command, name, compiler, *flags):
    r = run(command, 'cc', 'mpicc.mpich', '-w', *flags, f'-I{where}', SOURCE, '-lm', '-o',
            where / name, cwd=where, env={'MPICH_CC': compiler})
    ok(r.returncode == 0 and not r.stderr, f'{name} is built', r.stderr)
    return where / name


def given(where, banner):
    """Returns the arguments that `fencepost cc` gives a compiler that prints this banner."""
    compiler = where / 'compiler'
    compiler.write_text('#!/bin/sh\nfor w; do test "$w" = --version && ask=1; done\n'
                        f'test "$ask" && echo "{banner}" || echo "$@" >words\n')
    compiler.chmod(0o755)
    r = run(FENCEPOST, 'cc', compiler, '-O2', '-c', 'x.c', cwd=where)
    return (where / 'words').read_text().split() if r.returncode == 0 else [r.stderr]


def who_gets_it(where, gcc, clang):
    """Only the compilers for which plug-ins were built may get them: others cannot load them and
    fail."""
    versions = [run(c, '--version', cwd=where).stdout.splitlines()[0] if has else ''
                for c, has in (('gcc', gcc), ('clang', clang))]
    cases = [('', False), ('cc (GCC) 99.1.0', False),
             ('clang version 99.1 (' + 'x' * 500 + ')', False)]
    cases += [(text, True) for text in versions if text]
    cases += [(text + '.1', False) for text in versions if text]
    if gcc:
        behind = versions[0][versions[0].index('('):]
        cases += [('mpicxx ' + behind, True), ('gcc (Other ' + behind[1:], False),
                  (versions[0].partition('(')[0], False)]
    if clang:
        cases += [('Other ' + versions[1], False)]
    for text, gets in cases:
        words = given(where, text)
        wanted = '-fpass-plugin=' if 'clang' in text else '-fplugin='
        ok('x.c' in words and any(w.startswith(wanted) for w in words) == gets,
           f'{text[:60]}: {"gets" if gets else "does not get"} the plug-in', *words)


def compare(where, forms, compiler, flags):
    """Returns the program that was built with the plug-in."""
    name = f'{compiler}{"".join(flags)}'
    one, all_ = (built(where, command, kind + name, compiler, *flags)
                 for command, kind in ((where / 'fencepost', 'alone-'), (FENCEPOST, 'loops-')))
    wanted, r, rep = segments(where, one)
    found, s, other = segments(where, all_)
    differ = [i for i, (a, b) in enumerate(zip(wanted, found)) if a != b]
    ok(r.returncode == s.returncode == 0 and rep['findings'] == other['findings'] == [] and
       len(wanted) == len(found) > 48 * len(forms) and not differ and r.stdout == s.stdout and
       sum(map(bool, (w['store'] for w in wanted))) > 300,
       f'{name}: the trace is the same', r.stderr, s.stderr, len(wanted), len(found),
       *(f'segment {i} ({forms[i // 48][1]}): {wanted[i]} {found[i]}' for i in differ[:3]))
    ok(not any(called(one, WHOLE).values()), f'{name}: no whole loops without the plug-in')
    return all_


def is_used(compiler, program, whole, left):
    """`whole`, `left`: functions whose loops must be told as a whole, or must not."""
    counts = called(program, WHOLE)
    wrong = [name for name in whole if not counts[name]] + [name for name in left if counts[name]]
    ok(not wrong, f'{compiler}: loops that can be told as a whole are', *wrong)
    if compiler == 'clang':
        ok(called(program, TOGETHER)['downwards'], 'clang: elements side by side are told together')
    counts = called(program, ASKS)
    wrong = [name for name in ASKED if not counts.get(name)]
    ok(not wrong, f'{compiler}: in others the hooks are asked for before they are called', *wrong)


def main():
    where = folder('loops')
    forms = re.findall(r'^(WHOLE|LEFT|EITHER)\((\w+)\)', SOURCE.read_text(), re.M)
    (where / 'forms.inc').write_text(''.join(f'{name},\n' for _, name in forms))
    for name in WITHOUT:
        shutil.copy(BUILD / name, where / name)
    clang = any(BUILD.glob('fencepost-plugin-*clang*.so'))
    gcc = any('clang' not in file.name for file in BUILD.glob('fencepost-plugin-*.so'))
    who_gets_it(where, gcc, clang)
    for compiler, has, flags in (('gcc', gcc, GCC_FLAGS), ('clang', clang, CLANG_FLAGS)):
        programs = [compare(where, forms, compiler, f.split()) for f in flags
                    if shutil.which(compiler)]
        names = {kind: [name for k, name in forms if k == kind] for kind in ('WHOLE', 'LEFT')}
        if has and compiler == 'gcc':
            is_used(compiler, programs[0], names['WHOLE'], names['LEFT'])
        elif has:
            is_used(compiler, programs[0], CLANG_WHOLE, [])
    done()


main()
