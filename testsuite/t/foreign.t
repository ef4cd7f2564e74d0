#!/usr/bin/python3
"""Programs with an MPI library that Fencepost does not know run as without it, and are not
checked."""
import subprocess

from live import BUILD, FENCEPOST, PROGRAMS, done, folder, ok, report, run

WHERE = folder('foreign')
LIBRARY = WHERE / 'libforeign.so.7'
MORE = WHERE / 'libmore.so'  # what programs are linked with


def build(source, out, *flags):
    subprocess.run(['gcc', '-g', '-Wall', '-Wextra', PROGRAMS / source, '-o', out, *flags], check=True)
    return out


def same(name, *words):
    """Output and exit status must be the same, with the command and with a bare LD_PRELOAD."""
    native = run(*words, cwd=WHERE)
    out = WHERE / f'{name}.json'
    r = run(FENCEPOST, 'run', '--quiet', f'--output={out}', *words, cwd=WHERE)
    ok(r.stdout == native.stdout and native.stdout and r.returncode == native.returncode,
       f'{name}: the same output, and the program\'s exit status', native.returncode, native.stdout,
       '--', r.returncode, r.stdout, r.stderr)
    rep = report(out)
    ok(rep['status'] == 'unchecked', f'{name}: the status is unchecked', rep)
    r = run(*words, cwd=WHERE, env={'LD_PRELOAD': str(BUILD / 'libfencepost.so')})
    ok((r.stdout, r.returncode) == (native.stdout, native.returncode),
       f'{name}: so by a bare LD_PRELOAD', r.returncode, r.stdout, r.stderr)
    return r, rep


build('foreign_mpi.c', LIBRARY, '-shared', '-fPIC', '-Wl,-soname,libforeign.so.7')
build('foreign_mpi.c', MORE, '-shared', '-fPIC', '-Wl,-soname,libforeign.so.7', '-DMORE')
user = MORE, f'-Wl,-rpath,{WHERE},-z,lazy'
linked = build('foreign.c', WHERE / 'linked', '-DSTATUS=3', *user)
plugin = build('foreign.c', WHERE / 'plugin.so', '-DSTATUS=3', '-DPLUGIN', '-shared', '-fPIC', *user)
host = build('foreign_host.c', WHERE / 'host', '-ldl')

bare, rep = same('linked', linked)
ok('libforeign.so.7' in bare.stderr and bare.stderr.count('\n') == 1,
   'it is said once that the library is not known', bare.stderr)
ok('libforeign.so.7 is no MPI library that Fencepost knows' in rep.get('status_detail', ''),
   'the report says so, too', rep.get('status_detail'))
same('local', host, plugin)

# a call that the library does not have: the dynamic linker ends the program, as without Fencepost
native = run(linked, 'more', cwd=WHERE)
r = run(FENCEPOST, 'run', '--quiet', f'--output={WHERE / "more.json"}', linked, 'more', cwd=WHERE)
ok((r.stdout, r.returncode) == (native.stdout, native.returncode) and 'MPI_Barrier' in r.stderr,
   'a call that no library has ends as ever', native.returncode, native.stderr, r.returncode, r.stderr)

# exit status 70, because the program itself ends with 0
zero = build('foreign.c', WHERE / 'zero', '-DSTATUS=0', *user)
r = run(FENCEPOST, 'run', '--quiet', f'--output={WHERE / "zero.json"}', zero, cwd=WHERE)
ok(r.returncode == 70, 'exit 70', r.returncode, r.stderr)
done()
