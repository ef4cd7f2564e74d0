#!/usr/bin/python3
"""Ranks on several hosts: rank 1 has another host name, sends messages through sockets, and has a
file system of its own mounted over the folder of journals. Rank 0 must get its journal
nevertheless."""
import os
import shutil

from live import FENCEPOST, MPIS, compiled, done, folder, ok, report, run

APART = {'mpich': {},  # over UCX's tcp it sometimes hangs without Fencepost
         'openmpi': {'OMPI_MCA_pml': 'ob1', 'OMPI_MCA_btl': 'tcp,self', 'OMPI_MCA_osc': '^sm,ucx'}}
ELSEWHERE = '''test "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}" = 0 && exec "$0"
export JOURNALS
exec unshare --uts --mount sh -c 'hostname elsewhere && mount -t tmpfs none "$JOURNALS" && exec "$0"' "$0"
'''


def check(mpi):
    where = folder(f'hosts-{mpi}')
    program = compiled(mpi, 'hosts.c', where)
    journals, out = where / 'journals', where / 'hosts.json'
    r = run(FENCEPOST, 'run', '--quiet', f'--output={out}', f'--journals={journals}',
            f'mpiexec.{mpi}', '-n', 2, 'sh', '-c', ELSEWHERE, program, cwd=where, env={**APART[mpi], 'JOURNALS': str(journals)})
    rep = report(out)
    found = [(f['id'], f['locations'][0]['rank'], f['locations'][0]['line'])
             for f in rep['findings']]
    ok(r.returncode == 66 and rep['status'] == 'complete' and
       len(rep['run']['hosts']) == 2 and 'elsewhere' in rep['run']['hosts'],
       f'{mpi}: the report has both hosts', r.returncode, rep['status'],
       rep.get('status_detail'), rep.get('run'), r.stdout, r.stderr[-600:])
    ok(len(found) == 1 and found[0][:2] == ('op-outside-epoch', 1) and found[0][2],
       f"{mpi}: what the other host's rank found is in it, with its line", found)


def main():
    if os.geteuid() != 0 or not shutil.which('unshare') or \
            run('unshare', '--uts', '--mount', 'true', cwd='/').returncode:
        print('1..0 # SKIP needs root and namespaces')
        return
    for mpi in MPIS:
        check(mpi)
    done()


main()
