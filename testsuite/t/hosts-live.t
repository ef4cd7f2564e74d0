#!/usr/bin/python3
"""Two hosts without a common folder: network namespaces with names of their own, where the folder of the
report is hidden at the second one. Programs that can never go on end by themselves nevertheless, with
what the ranks of both hosts wait for (report/courier/couriers.h)."""
import concurrent.futures
import os
import shutil
import subprocess
import time

from live import FENCEPOST, MPIS, WHOLE, YIELDING, compiled, done, folder, ok, report, run
from standing import NEVER_SOURCES, STANDS, never_rows

HOSTS = [f'fp{os.getpid()}{letter}' for letter in 'ab']
NET = '10.91.7'
# Called as a remote shell: [options] HOST COMMAND...
AGENT = f'''#!/bin/bash
while [[ $1 == -* ]]; do shift; done
host=$1
shift
hide=:
[[ $host == {HOSTS[1]} ]] && hide="mount -t tmpfs -o $HIDE none $FOLDER"
export TMPDIR=$SPARE
exec ip netns exec "$host" unshare --uts --mount sh -c "hostname $host && $hide && exec sh -c \\"\\$0\\"" "$*"
'''
# What `make check` runs of them: program, ranks
SAMPLE = {'mpich': {'ring': 4, 'in-part': 4}, 'openmpi': {'waits': 2, 'beside-work': 4}}


def rows(mpi):
    """Yields (source, program, ranks, findings, further words)."""
    for name, ranks, findings in STANDS:
        # it asks for MPI_THREAD_MULTIPLE, which Open MPI's windows over TCP do not allow
        if mpi != 'openmpi' or name not in ('start', 'post', 'fence'):
            yield 'standstill.c', name, ranks, findings, []
    yield from never_rows(mpi)


def ip(*words):
    return subprocess.run(['ip', *words], capture_output=True, check=False).returncode == 0


def make_hosts():
    made = all(ip('netns', 'add', host) for host in HOSTS) and \
        ip('link', 'add', HOSTS[0], 'netns', HOSTS[0], 'type', 'veth', 'peer', 'name', HOSTS[1], 'netns', HOSTS[1])
    for number, host in enumerate(HOSTS, 1):
        made = made and ip('-n', host, 'addr', 'add', f'{NET}.{number}/24', 'dev', host) and \
            ip('-n', host, 'link', 'set', 'lo', 'up') and ip('-n', host, 'link', 'set', host, 'up')
    return made


def launcher(mpi, where, ranks):
    hosts = ','.join(f'{host}:{(ranks + 1) // 2}' for host in HOSTS)
    if mpi == 'mpich':
        return ['mpiexec.mpich', '-hosts', hosts, '-iface', HOSTS[0], '-launcher', 'ssh', '-launcher-exec',
                where / 'agent', '-n', ranks]
    tcp = [word for kind in ('oob', 'btl') for word in ('--mca', f'{kind}_tcp_if_include', f'{NET}.0/24')]
    return ['mpiexec.openmpi', '--host', hosts, '--mca', 'plm_rsh_agent', where / 'agent', '--mca', 'pml', 'ob1',
            '--mca', 'btl', 'tcp,self,vader', '--mca', 'osc', '^sm,ucx', *tcp, '-n', ranks]


def started(mpi, where, name, ranks, *words, options=(), hide='rw'):
    """`hide`: whether the second host can write where the folder of the report is."""
    own = where / f'{name}-{hide}'
    for part in ('folder', 'spare'):
        (own / part).mkdir(parents=True)
    began = time.monotonic()
    r = run('ip', 'netns', 'exec', HOSTS[0], 'unshare', '--uts', 'sh', '-c', f'hostname {HOSTS[0]}; exec "$@"',
            'sh', FENCEPOST, 'run', f'--output={own}/folder/report.json', *options, *launcher(mpi, where, ranks),
            *words, cwd=where, env={'HIDE': hide, 'FOLDER': str(own / 'folder'), 'SPARE': str(own / 'spare'),
                                    'UCX_TLS': 'tcp,self,sm', 'PRTE_MCA_rmaps_default_mapping_policy': 'slot'})
    return r, report(own / 'folder/report.json'), time.monotonic() - began, sorted(
        path.name for path in (own / 'folder').iterdir()) + [path.name for path in (own / 'spare').glob('fence*')]


def stands(mpi, where, program, name, ranks, findings, words):
    hide = 'ro' if name == 'waits' else 'rw'
    r, rep, took, left = started(mpi, where, name, ranks, program, name, *words, hide=hide,
                                 options=['--timeout=120'])
    return (r.returncode == 66 and sorted(f['id'] for f in rep['findings']) == findings and
            rep['status'] == 'hung' and (took < 15 or not WHOLE) and
            sorted(rep['run']['hosts']) == HOSTS and 'can never come to its end' in r.stderr and
            all(at.get('line') for f in rep['findings'] for at in f['locations']),
            f'{mpi}: {name} of {ranks} ranks on two hosts is ended ({hide})', r.returncode, took, rep['status'],
            rep.get('run'), left, r.stderr[-2000:])


def slow(mpi, where, program):
    r, rep, _, left = started(mpi, where, 'slow-send', 2, program, 'slow-send', hide='ro')
    return (r.returncode == 0 and rep['status'] == 'complete' and not rep['findings'] and
            left == ['report.json'], f'{mpi}: a slow program on two hosts is not', r.returncode, rep['status'],
            left, r.stderr[-2000:])


def unheard(mpi, where, program):
    """Nobody hears of rank 1, so nothing is certain."""
    r, rep, _, _ = started(mpi, where, 'told', 2, program, 'ring', options=['--listen=off', '--timeout=12'])
    return ('can never come' not in r.stderr and rep['status'] == 'hung' and len(rep['run']['hosts']) == 1,
            f'{mpi}: with --listen=off it is not', r.returncode, rep['status'], rep.get('run'),
            r.stderr[-2000:])


def crashes(mpi, where, program):
    r, rep, _, left = started(mpi, where, 'crash', 2, program, 'null-pointer')
    crash = (rep.get('crashes') or [{}])[0]
    # MPICH's launcher may end by a failed assertion of its own; then rank 0 gets no signal and tells nothing
    told = 'assert (!closed) failed' in r.stderr or \
        any('rank 0 waits in MPI_Barrier' in text for text in rep.get('hang_analysis', []))
    return (rep['status'] == 'crashed' and sorted(rep['run']['hosts']) == HOSTS and crash.get('rank') == 1 and
            crash.get('line') and told and left == ['report.json'],
            f'{mpi}: the stack of a crash on the other host is told', r.returncode, rep['status'], crash, left,
            r.stderr[-2000:])


def jobs(pool, mpi):
    where = folder(f'hosts-live-{mpi}')
    (where / 'agent').write_text(AGENT)
    (where / 'agent').chmod(0o755)
    programs = {source: compiled(mpi, source, where, '-Wno-stringop-overflow', '-fopenmp', *YIELDING[mpi])
                for source in ('standstill.c', *NEVER_SOURCES, 'crash.c')}
    sample = SAMPLE[mpi]
    made = [pool.submit(stands, mpi, where, programs[source], name, sample.get(name, ranks), findings, words)
            for source, name, ranks, findings, words in rows(mpi) if WHOLE or name in sample]
    made.append(pool.submit(crashes, mpi, where, programs['crash.c']))
    return made + [pool.submit(f, mpi, where, programs['standstill.c']) for f in (slow, unheard)]


def main():
    if os.geteuid() != 0 or not all(map(shutil.which, ('ip', 'unshare', 'bash'))) or not make_hosts():
        print('1..0 # SKIP needs root and network namespaces')
        return
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        for job in [job for mpi in MPIS for job in jobs(pool, mpi)]:
            good, name, *why = job.result()
            ok(good, name, *why)
    done()


try:
    main()
finally:
    for host_name in HOSTS:
        ip('netns', 'del', host_name)
