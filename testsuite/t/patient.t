#!/usr/bin/python3
"""The program does not notice Fencepost: output, return codes, statuses, errno, children and
signals are the same, with `fencepost run` and with a bare LD_PRELOAD. Also threads, and transports
that share no memory."""
from live import BUILD, FENCEPOST, MPIS, compiled, done, folder, ok, report, run

# Messages between ranks go through sockets, as between hosts. (Not with MPICH, which sometimes
# hangs over UCX's tcp without Fencepost.)
APART = {'openmpi': {'OMPI_MCA_pml': 'ob1', 'OMPI_MCA_btl': 'tcp,self', 'OMPI_MCA_osc': '^sm,ucx'}}

# the mistakes of patient.c, which the library must refuse as without Fencepost
WRONG = ('comm-null', 'count-negative', 'target-rank-invalid', 'type-null')


def checked(mpi, program, where, name, env=None, wanted=()):
    """Compares the output natively and under the command, which must find `wanted` and no more."""
    native = run(f'mpiexec.{mpi}', '-n', 2, program, cwd=where, env=env)
    out = where / f'{name}.json'
    r = run(FENCEPOST, 'run', '--quiet', f'--output={out}', f'mpiexec.{mpi}', '-n', 2, program,
            cwd=where, env=env)
    rep = report(out)
    found = sorted({f['id'] for f in rep['findings']})
    ok(native.returncode == 0 and r.stdout == native.stdout and r.stderr == native.stderr and
       native.stdout and r.returncode == (66 if wanted else 0), f'{mpi}: {name}: the same output',
       f'exit {native.returncode}, {r.returncode}', native.stdout, '--', r.stdout,
       native.stderr[-600:], '--', r.stderr[-600:])
    ok(rep['status'] == 'complete' and found == list(wanted), f'{mpi}: {name}: the findings',
       rep['status'], rep.get('status_detail'), found)
    return native


def main():
    for mpi in MPIS:
        where = folder(f'patient-{mpi}')
        program = compiled(mpi, 'patient.c', where)
        native = checked(mpi, program, where, 'patient', wanted=WRONG)
        r = run(f'mpiexec.{mpi}', '-n', 2, program, cwd=where,
                env={'LD_PRELOAD': str(BUILD / 'libfencepost.so'), 'FENCEPOST_QUIET': '1'})
        ok(r.returncode == 0 and r.stdout == native.stdout,
           f'{mpi}: a bare LD_PRELOAD: the same output', native.stdout, '--', r.stdout, r.stderr)
        checked(mpi, compiled(mpi, 'threads.c', where, '-pthread'), where, 'threads')
        if mpi in APART:
            checked(mpi, program, where, 'apart', APART[mpi], WRONG)
        r = run(FENCEPOST, 'run', '--quiet', f'--output={where / "bad.json"}', f'mpiexec.{mpi}',
                '-n', 2, program, cwd=where, env={'FENCEPOST_HANG_TIMEOUT': 'soon'})
        ok(r.returncode == 2 and r.stderr.count('\n') == 1 and not r.stdout,
           f'{mpi}: a bad environment is one line and exit 2', r.returncode, r.stderr)
        r = run(compiled(mpi, 'dlsym.c', where), cwd=where,
                env={'LD_PRELOAD': str(BUILD / 'libfencepost.so')})
        ok((r.returncode, r.stdout) == (0, '1 1\n'), f'{mpi}: dlsym fails as ever', r)
    done()


main()
