#!/usr/bin/python3
"""Jobs on two hosts, started by ssh: reports have the ranks of both, at the default level and at level pages,
with common and with own folders for journals; what is found is what one host finds."""
from live import FENCEPOST, MPIS, compiled, done, folder, ok, report, run
from two_hosts import NAMES, TwoHosts, cannot

WHERE = folder('two-hosts')
OUT = WHERE / 'r.json'
# how each launcher is told of the hosts, and transports that need no special network
LAUNCH = {
    'mpich': (('-hosts', ','.join(NAMES)), {'HYDRA_LAUNCHER': 'ssh', 'UCX_TLS': 'tcp,self', 'UCX_NET_DEVICES': 'cable'}),
    'openmpi': (('-H', ','.join(f'{name}:2' for name in NAMES), '--map-by', 'node'),
                {'OMPI_MCA_pml': 'ob1', 'OMPI_MCA_btl': 'tcp,self', 'OMPI_MCA_osc': '^sm,ucx',
                 'OMPI_MCA_btl_tcp_if_include': 'cable', 'OMPI_MCA_oob_tcp_if_include': 'cable',
                 'PRTE_MCA_prte_if_include': 'cable'}),
}
# the last is for Open MPI 5, whose launcher is PRRTE
AGENTS = {'mpich': ('HYDRA_LAUNCHER_EXEC',), 'openmpi': ('OMPI_MCA_plm_rsh_agent', 'PRTE_MCA_plm_ssh_agent')}


def started(hosts, mpi, program, *options):
    OUT.unlink(missing_ok=True)
    where, env = LAUNCH[mpi]
    return run(*hosts.inside(FENCEPOST, 'run', '--quiet', '--timeout=90', f'--output={OUT}', *options, f'mpiexec.{mpi}',
                             *where, '-n', 2, program), cwd=WHERE, env={**env, **{agent: str(hosts.ssh) for agent in AGENTS[mpi]}}, limit=200)


def check(hosts, mpi, journals):
    program = compiled(mpi, 'hosts.c', WHERE)
    for level in 'mpi', 'pages':
        for place in (), (f'--journals={journals}',):
            for host in range(len(NAMES)):
                run(*hosts.inside('find', journals, '-mindepth', 1, '-delete', host=host), cwd=WHERE)
            r = started(hosts, mpi, program, f'--trace={level}', *place)
            made = report(OUT)
            found = [(f['id'], f['locations'][0]['rank'], f['locations'][0]['line']) for f in made['findings']]
            name = f'{mpi} at level {level}{", journals apart" if place else ""}'
            ok(r.returncode == 66 and made['status'] == 'complete' and made['run']['trace'] == level,
               f'{name}: checked', r.returncode, made['status'],
               made.get('status_detail'), made.get('run', {}).get('trace'), r.stdout[-500:], r.stderr[-1500:])
            ok(sorted(made.get('run', {}).get('hosts', [])) == sorted(NAMES), f'{name}: the ranks of both hosts',
               made.get('run'))
            ok(len(found) == 1 and found[0][:2] == ('op-outside-epoch', 1) and found[0][2],
               f'{name}: what the second host\'s rank found', found)


def main():
    why = cannot()
    if why:
        print(f'1..0 # SKIP {why}')
        return
    journals = WHERE / 'own'
    journals.mkdir()
    hosts = TwoHosts(folder('two-hosts/net'), own=(journals,))
    try:
        for mpi in MPIS:
            check(hosts, mpi, journals)
    finally:
        hosts.end()
    done()


main()
