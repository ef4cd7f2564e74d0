#!/usr/bin/python3
"""What is in packaging/ and debian/, as far as it can be run or read here: the action and the template for
pipelines, the problem matcher, the recipes; which wrapper of an MPI library is found; what is said if there
is none. (`make deb` builds the packages and asks lintian; `make check-fresh` runs `make demo`.)"""
import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import types

import yaml
from live import BUILD, FENCEPOST, MPIS, ROOT, compiled, done, folder, ok, run

WHERE = folder('packaging')
PACKAGING = ROOT / 'packaging'
ACTION = PACKAGING / 'github'


def fake(name, text):
    path = WHERE / 'bin' / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'#!/bin/sh\n{text}\n')
    path.chmod(0o755)
    return path


# the action: its steps, with a make that only tells what it was asked for
action = yaml.safe_load((ACTION / 'action.yml').read_text())
ok(action['runs']['using'] == 'composite' and all(s['shell'] == 'sh' for s in action['runs']['steps']),
   'the action is a composite one')
fake('make', f'echo make "$@" >>{WHERE}/asked')
env = {'PATH': f'{WHERE}/bin:{os.environ["PATH"]}', 'GITHUB_ACTION_PATH': str(ACTION), 'SUDO': '',
       'GITHUB_PATH': str(WHERE / 'path'), 'PREFIX': action['inputs']['prefix']['default']}
for step in action['runs']['steps']:
    for value in step.get('env', {}).values():
        ok(value == '${{ inputs.prefix }}', 'a variable of a step comes from an input', value)
    r = run('sh', '-e', '-c', step['run'], cwd=WHERE, env=env)
    ok(r.returncode == 0, f"action: {step['name']}", r.stdout, r.stderr)
asked = (WHERE / 'asked').read_text().splitlines()
ok([line.split()[3] for line in asked] == ['demo', 'install'] and
   all(os.path.samefile(line.split()[2], ROOT) for line in asked), 'it builds these sources', *asked)
ok((WHERE / 'path').read_text() == '/usr/local/bin\n', 'the command gets into the path')

# the problem matcher knows the lines that are printed while a program runs
pattern, = json.loads((PACKAGING / 'problem-matcher.json').read_text())['problemMatcher'][0]['pattern']
program = compiled(MPIS[0], '../examples/halo.c', WHERE)
r = run(FENCEPOST, 'run', '--output=r.json', f'mpiexec.{MPIS[0]}', '-n', 3, program, cwd=WHERE)
found = [m for line in r.stderr.splitlines() if (m := re.search(pattern['regexp'], line))]
ok(len(found) == 1 and found[0][pattern['severity']] == 'error' and
   found[0][pattern['code']] == 'target-out-of-window' and found[0][pattern['file']].endswith('halo.c') and
   found[0][pattern['line']] == '31' and found[0][pattern['message']].startswith('MPI_Put'),
   'the problem matcher finds its parts', r.stderr)

# GitLab
template = yaml.safe_load((PACKAGING / 'gitlab/fencepost.yml').read_text())['.fencepost']
forms = shlex.split(template['variables']['FENCEPOST_FORMS'])
r = run(FENCEPOST, 'run', *forms, f'mpiexec.{MPIS[0]}', '-n', 3, program, cwd=WHERE)
artifacts = [*template['artifacts']['paths'], *template['artifacts']['reports'].values()]
ok(r.returncode == 66 and all((WHERE / p).is_file() for p in artifacts), 'GitLab: what it keeps is there',
   r.stderr)
for script in PACKAGING.iterdir():
    if script.is_file() and script.read_bytes().startswith(b'#!/bin/sh'):
        r = run('sh', '-n', script, cwd=WHERE)
        ok(r.returncode == 0 and os.access(script, os.X_OK), f'{script.name} is a script', r.stderr)

# the recipe of Spack, with a class that only notes what is asked of it
text = (PACKAGING / 'spack/package.py').read_text()
asked, made = [], []
directives = {name: lambda *a, _name=name, **k: asked.append((_name, a, k))
              for name in ('version', 'depends_on', 'conflicts', 'license', 'variant')}
scope = {'MakefilePackage': object, 'make': lambda *a, **k: made.append(a), **directives}
tree = ast.parse(text)
tree.body = [node for node in tree.body if not isinstance(node, ast.ImportFrom)]
exec(compile(tree, 'package.py', 'exec'), scope)
recipe = scope['Fencepost']()
recipe.spec, recipe.prefix = {'mpi': types.SimpleNamespace(mpicc='/mpi/bin/mpicc')}, '/opt/fencepost'
recipe.build(recipe.spec, recipe.prefix)
recipe.install(recipe.spec, recipe.prefix)
ok(('depends_on', ('mpi',), {}) in asked and len(made) == 2 and made[1][-1] == 'install' and
   all('MPICC=/mpi/bin/mpicc' in words for words in made), 'the recipe of Spack', asked, made)

# the container: each file that it copies is there, each package is one that the Makefile names or a library
lines = (PACKAGING / 'Containerfile').read_text().replace('\\\n', ' ').splitlines()
words = [line.split() for line in lines if line and line[0] != '#']
ok({w[0] for w in words} == {'FROM', 'RUN', 'COPY', 'WORKDIR', 'CMD'}, 'the container: its instructions')
for line in (' '.join(w[1:]) for w in words if w[0] == 'RUN'):
    ok(run('sh', '-n', '-c', line, cwd=WHERE).returncode == 0, f'a step of it: {line[:30]}', line)

# wrappers of MPI libraries
other = fake('mpicc-other', 'exec mpicc.openmpi "$@"')
found = run(PACKAGING / 'find-mpicc', other, cwd=WHERE).stdout.split()
ok(f'openmpi={other}' in found and 'mpich=mpicc.mpich' in found, 'a wrapper with any name is known', *found)
bare = WHERE / 'bare'
bare.mkdir()
for tool in ('sh', 'sed', 'grep', 'ls', 'dirname', 'gcc', 'cc1', 'as', 'make', 'uname', 'cut', 'head', 'find', 'cat',
             'nproc', 'mkdir', 'true', 'test', 'echo'):
    if shutil.which(tool):
        (bare / tool).symlink_to(shutil.which(tool))
alone = {'PATH': str(bare), 'MAKEFLAGS': ''}
shutil.copy(fake('mpicc-7.1', 'exec /usr/bin/mpicc.mpich "$@"'), bare / 'mpicc-7.1')
found = run(PACKAGING / 'find-mpicc', cwd=WHERE, env=alone).stdout.split()
ok([f for f in found if f.startswith('mpich=')] == [f'mpich={bare}/mpicc-7.1'], 'it is found in PATH', *found)
(bare / 'mpicc-7.1').unlink()
if not run(PACKAGING / 'find-mpicc', cwd=WHERE, env=alone).stdout:
    r = run('make', '-C', ROOT, f'O={WHERE}/none', 'all', cwd=ROOT, env=alone)
    ok(r.returncode == 2 and 'apt-get install mpich libmpich-dev' in r.stderr and 'CC ' not in r.stdout,
       'without any, make says what to install', r.stdout, r.stderr)
r = run('make', '-C', ROOT, f'O={BUILD}', '-n', 'packages', cwd=ROOT, env={'MAKEFLAGS': ''})
ok('chromium' in r.stdout, 'packages: those of the tests')
r = run('make', '-C', ROOT, f'O={BUILD}', '-n', 'demo', cwd=ROOT, env={'MAKEFLAGS': ''})
ok('libunwind-dev' in r.stdout and not {'chromium', 'valgrind', 'openmpi-bin'} & set(r.stdout.split()),
   'demo: only what it needs', r.stdout)

# on a machine without a compiler: the headers for plug-ins are those of the one that was installed first
machine = WHERE / 'machine'
machine.mkdir()
for name, text in (('dpkg-query', 'eval "test -e $0.$4" && echo install ok installed'),
                   ('sudo', 'test "$1" = -v || "$@"'),
                   ('apt-get', f'echo "$@" >>{WHERE}/installed; for p; do test $p != gcc || '
                               f'{{ printf "#!/bin/sh\\necho 99" >{machine}/gcc; chmod +x {machine}/gcc; }}; done')):
    (machine / name).write_text(f'#!/bin/sh\n{text}\n')
    (machine / name).chmod(0o755)
for name in ('sh', 'id', 'env', 'grep', 'sleep', 'tail', 'sed', 'cut', 'rm', 'test', 'cat', 'chmod', 'printf'):
    (machine / name).symlink_to(shutil.which(name))
r = run(PACKAGING / 'apt-install', 'gcc', '--also', PACKAGING / 'plugin-packages', cwd=WHERE,
        env={'PATH': str(machine), 'TMPDIR': str(WHERE)})
asked = [line.split()[-1] for line in (WHERE / 'installed').read_text().splitlines()]
ok(r.returncode == 0 and asked == ['update', 'gcc', 'gcc-99-plugin-dev'],
   'plug-ins are for the compiler that was installed', r.stderr, *asked)

# debian/: the packages that building needs are those of the Makefile
control = (ROOT / 'debian/control').read_text()
needed = set(re.findall(r'[\w.+-]+', control.partition('Build-Depends:')[2].partition('Standards')[0]))
listed = re.search(r'^BUILD_PACKAGES = ((?:.*\\\n)*.*)', (ROOT / 'Makefile').read_text(), re.M)[1]
missing = set(listed.replace('\\', ' ').split()) - needed - {'gcc', 'libc6-dev', 'make'}
ok(not missing, 'debian/control has what building needs', *missing)
done()
