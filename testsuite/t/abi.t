#!/usr/bin/python3
"""MPI libraries are recognised by what they export and by the number in their soname, not by the
names of their files. This runs programs with copies of MPICH's library that have other names, and
with another library that has the name of a known one."""
import os
import re
import shutil
import subprocess

from live import FENCEPOST, PROGRAMS, ROOT, compiled, done, folder, ok, report, run

WHERE = folder('abi')
CASES = ROOT / 'testsuite/cases'
BUG, TWIN = CASES / 'epoch/fence-in-post.c', CASES / 'epoch/fence-in-post-ok.c'
HOST = WHERE / 'host'
LAUNCH = ('mpiexec.mpich', '-n', 2)


def gcc(*words):
    subprocess.run(['gcc', '-g', '-Wall', '-Wextra', *words], check=True, cwd=WHERE)


def library_of(mpi, mark):
    """Returns the file that exports `mark` among those that a program is linked with."""
    out = subprocess.run(['ldd', compiled(mpi, PROGRAMS / 'count.c', WHERE)], capture_output=True,
                         text=True, check=True).stdout
    for path in re.findall(r'=> (/\S+)', out):
        if mark in subprocess.run(['nm', '-D', '--defined-only', path], capture_output=True,
                                  text=True).stdout.split():
            return path
    raise AssertionError(out)


def renamed(where, soname, change=lambda data: data):
    """Returns a copy of MPICH's library that has this soname."""
    where.mkdir(exist_ok=True)
    path = where / soname
    shutil.copyfile(MPICH, path)
    path.write_bytes(change(path.read_bytes()))
    path.chmod(0o755)
    subprocess.run(['patchelf', '--set-soname', soname, path], check=True)
    return path


def program(source, library, *flags):
    """Returns a program that is linked with the copy, by its soname, and with no other MPI library."""
    out = library.parent / source.stem
    headers = subprocess.run(['mpicc.mpich', '-compile_info'], capture_output=True, text=True,
                             check=True).stdout.split()
    gcc(source, '-o', out, f'-I{CASES}', *(w for w in headers if w.startswith('-I')), library,
        f'-Wl,-rpath,{library.parent}', *flags)
    return out


def checked(name, words, libraries, found, mpi='MPICH 4'):
    """The program must run with these libraries only, and have these findings."""
    out = WHERE / f'{name}.json'
    maps = {'LD_DEBUG': 'files', 'LD_DEBUG_OUTPUT': str(WHERE / f'{name}.ld')}
    r = run(FENCEPOST, 'run', '--quiet', f'--output={out}', *LAUNCH, *words, cwd=WHERE, env=maps)
    rep = report(out)
    ok(r.returncode == (66 if found else 0) and rep['status'] == 'complete',
       f'{name}: it is checked', r.returncode, r.stderr, rep)
    ok([f['id'] for f in rep['findings']] == found, f'{name}: its findings', rep['findings'])
    ok(mpi in (rep['run']['mpi'] or ''), f'{name}: the library\'s name', rep['run'])
    loaded = ''.join(p.read_text(errors='replace') for p in WHERE.glob(f'{name}.ld.*'))
    loaded = set(re.findall(r'calling init: (\S*/lib(?:mpi|mpich)[._]\S*)', loaded))
    ok(loaded == {str(path) for path in libraries}, f'{name}: no other MPI library is loaded', loaded)
    return rep


def printed(r, words):
    """Returns the lines sorted, because lines of several processes come in any order."""
    return sorted(r.stdout.splitlines()) if words[:len(LAUNCH)] == [*LAUNCH] else r.stdout


def untouched(name, words, why):
    """The program must run as without Fencepost, and the report must say why nothing was
    checked."""
    native = run(*words, cwd=WHERE)
    out = WHERE / f'{name}.json'
    r = run(FENCEPOST, 'run', '--quiet', f'--output={out}', *words, cwd=WHERE)
    ok((printed(r, words), r.returncode or 70) == (printed(native, words), native.returncode or 70)
       and native.stdout, f'{name}: the same output and exit status', native, r)
    rep = report(out)
    ok(rep['status'] == 'unchecked' and why in rep.get('status_detail', ''),
       f'{name}: unchecked, and why', rep)


MPICH = library_of('mpich', 'MPIR_Dup_fn')
gcc(PROGRAMS / 'foreign_host.c', '-o', HOST, '-ldl')

for folder_name, soname in (('mpi', 'libmpi.so.12'), ('hpe', 'libmpi_gnu_91.so.12')):
    library = renamed(WHERE / folder_name, soname)
    checked(f'{folder_name}-bug', [program(BUG, library)], [library], ['fence-in-epoch'])
    checked(f'{folder_name}-twin', [program(TWIN, library)], [library], [])

# a library that says another name of itself and does not have calls of MPI-4, if it does not need them itself
own = subprocess.run(['readelf', '-rW', MPICH], capture_output=True, text=True, check=True).stdout


def older(data):
    data = data.replace(b'MPICH Version:', b'Vendor\'s MPI7:')
    for name, other in ('Type_get_envelope_c', 'Type_got_envelope_c'), ('Session_init', 'Session_unit'):
        if f'PMPI_{name} ' not in own:
            data = data.replace(f'MPI_{name}\0'.encode(), f'MPI_{other}\0'.encode())
    return data


library = renamed(WHERE / 'vendor', 'libmpi.so.12', older)
checked('vendor-bug', [program(BUG, library)], [library], ['fence-in-epoch'], "Vendor's MPI7:")
rep = checked('vendor-twin', [program(TWIN, library)], [library], [], '(interface of MPICH)')

# a library that only one module can see, as when Python loads it
library = WHERE / 'mpi/libmpi.so.12'
for source, found in (BUG, ['fence-in-epoch']), (TWIN, []):
    plugin = program(source, library, '-shared', '-fPIC', '-Dmain=start', '-Wno-return-type')
    checked(f'loaded-{source.stem}', [HOST, plugin], [library], found)

# a library with another interface that has the name of a known one
for soname in 'libmpi.so.99', 'libmpi.so.12', 'libmpi.so.40':
    where = WHERE / f'other-{soname}'
    where.mkdir()
    library = where / soname
    gcc(PROGRAMS / 'foreign_mpi.c', '-DMORE', '-shared', '-fPIC', f'-Wl,-soname,{soname}', '-o', library)
    linked = library, f'-Wl,-rpath,{where}'
    gcc(PROGRAMS / 'foreign.c', '-DSTATUS=0', '-o', where / 'linked', *linked)
    gcc(PROGRAMS / 'foreign.c', '-DSTATUS=0', '-DPLUGIN', '-shared', '-fPIC', '-o', where / 'plugin.so', *linked)
    why = f'{library} is no MPI library that Fencepost knows'
    untouched(f'{soname}-linked', [where / 'linked'], why)
    untouched(f'{soname}-loaded', [HOST, where / 'plugin.so'], why)
    untouched(f'{soname}-launched', [*LAUNCH, where / 'linked'], why)

# the exports of MPICH, but another number in the soname: that is another interface
library = renamed(WHERE / 'abi', 'libmpi_abi.so.0')
native = program(TWIN, library)
out = WHERE / 'abi.json'
r = run(FENCEPOST, 'run', '--quiet', f'--output={out}', *LAUNCH, native, cwd=WHERE)
ok(r.returncode == 70 and f'{library} is no MPI' in report(out).get('status_detail', ''),
   'another number of the interface: unchecked', r, report(out))

# if several libraries are mapped, the one that the program calls counts
other = WHERE / 'other-libmpi.so.99/libmpi.so.99'
library = WHERE / 'mpi/libmpi.so.12'
both = program(BUG, library, '-Wl,--no-as-needed', other, f'-Wl,-rpath,{other.parent}')
checked('first-known', [both], [library, other], ['fence-in-epoch'])
gcc(PROGRAMS / 'foreign.c', '-DSTATUS=0', '-o', WHERE / 'first-other', '-Wl,--no-as-needed', other, library,
    f'-Wl,-rpath,{other.parent}:{library.parent}')
untouched('first-other', [WHERE / 'first-other'], f'{other} is no MPI library that Fencepost knows')
ok(not list(WHERE.glob('**/fencepost-journals-*')), 'no folder of journals is left', *WHERE.glob('**/fencepost-j*'))
done()
