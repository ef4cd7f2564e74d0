#!/usr/bin/python3
"""`make install`: what is installed works from there and is as other programs expect it: manual pages,
completion of shells, pkg-config, environment modules, CMake. `make uninstall` leaves nothing."""
import os
import re
import shutil
import subprocess

from live import ROOT, done, folder, make, ok, report, run

WHERE = folder('install')
PREFIX = WHERE / 'prefix'
BIN = PREFIX / 'bin'
COMMANDS = re.findall(r'^COMMAND\((\w+),', (ROOT / 'include/commands.def').read_text(), re.M)
ENV = {'PATH': f'{BIN}:{os.environ["PATH"]}', 'LC_ALL': 'C.UTF-8'}


def files(root):
    return sorted(p.relative_to(root) for p in root.rglob('*') if not p.is_dir())


r = make('install', f'PREFIX={PREFIX}')
ok(r.returncode == 0, 'make install', r.stdout, r.stderr)
there = files(PREFIX)
r = make('install', f'DESTDIR={WHERE}/stage', f'PREFIX={PREFIX}')
ok(r.returncode == 0 and files(WHERE / 'stage' / PREFIX.relative_to('/')) == there,
   'DESTDIR stands before PREFIX', r.stderr)
for name in ('share/doc/fencepost/LICENSE', 'share/fencepost/schema.json',
             'share/doc/fencepost/examples/halo.c', 'share/man/man1/fencepost.1'):
    ok((PREFIX / name).is_file(), f'{name} is there')

# manual pages
pages = {p.name: p for p in (PREFIX / 'share/man/man1').iterdir()}
ok(set(pages) == {'fencepost.1', *(f'fencepost-{c}.1' for c in COMMANDS)}, 'a page for each command', *pages)
for name, page in pages.items():
    r = run('groff', '-man', '-ww', '-rLL=90n', '-Tutf8', page, cwd=WHERE, env=ENV)
    ok(r.returncode == 0 and not r.stderr, f'{name}: well-formed', r.stderr)
text = (PREFIX / 'share/man/man1/fencepost-merge.1').read_text().replace('\\-', '-')
shown = run(BIN / 'fencepost', 'merge', '--help', cwd=WHERE).stdout
options = re.findall(r'^  (--[\w-]+)', shown, re.M)
ok(len(options) > 8 and re.findall(r'fB(--[\w-]+)', text) == options, 'the page has the options of --help',
   options, text)


# completion
def bash(*words):
    """What stands after Tab behind the last word."""
    script = (f'source {PREFIX}/share/bash-completion/completions/fencepost\n'
              'COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))\n_fencepost 2>/dev/null\n'
              'printf "%s\\n" "${COMPREPLY[@]}"')
    return run('bash', '--norc', '-c', script, 'bash', *words, cwd=WHERE, env=ENV).stdout.split()


for words, expected in ((['fencepost', 'exp'], {'explain', 'export'}),
                        (['fencepost', 'merge', '--re'], {'--remove'}),
                        (['fencepost', 'merge', '--tr'], set()),
                        (['fencepost', 'run', '--fail'], {'--fail-on='}),
                        (['fencepost', 'run', '--trace', '=', 'p'], {'pages'}),
                        (['fencepost', 'run', '--trace', '='], {'auto', 'mpi', 'compiled', 'pages'}),
                        (['fencepost', 'run', '--trace=c'], {'--trace=compiled'}),
                        (['fencepost', 'completion', ''], {'bash', 'zsh'}),
                        (['fencepost', 'explain', 'rma-local'], {'rma-local-race'})):
    found = bash(*words)
    ok(set(found) == expected, f'bash: {" ".join(words)}', *found)
ok('--quiet' not in bash('fencepost', 'run', 'cat', '--qu'), 'bash: behind the program are its own words')
zsh = PREFIX / 'share/zsh/site-functions/_fencepost'
r = run('zsh', '-f', '-n', zsh, cwd=WHERE)
ok(r.returncode == 0 and not r.stderr, 'zsh can read its own', r.stderr)
r = run('zsh', '-f', '-c', f'fpath=({zsh.parent} $fpath); autoload -Uz compinit; compinit -D -u; '
        'echo $_comps[fencepost]; autoload +X _fencepost && echo read', cwd=WHERE, env=ENV)
ok(r.stdout.split() == ['_fencepost', 'read'], 'and finds it', r.stdout, r.stderr)

# pkg-config, modules
version = run(BIN / 'fencepost', '--version', cwd=WHERE).stdout.split()[1]
env = {'PKG_CONFIG_PATH': f'{PREFIX}/share/pkgconfig'}
r = run('pkg-config', '--modversion', 'fencepost', cwd=WHERE, env=env)
ok(r.stdout.strip() == version, 'pkg-config: the version', r.stdout, r.stderr)
for name in ('preload', 'hooks', 'schema'):
    path = run('pkg-config', f'--variable={name}', 'fencepost', cwd=WHERE, env=env).stdout.strip()
    ok(os.path.isfile(path), f'pkg-config: {name}', path)
module = PREFIX / 'share/fencepost/modulefiles/fencepost' / version
ok(module.is_file() and module.read_text().startswith('#%Module') and f'prefix {PREFIX}' in module.read_text(),
   'a file for environment modules')
if shutil.which('tclsh'):
    r = subprocess.run(['tclsh'], input='foreach c {module-whatis conflict setenv} { proc $c args {} }\n'
                       f'proc prepend-path {{name path}} {{ puts "$name $path" }}\nsource {module}\n',
                       capture_output=True, text=True)
    ok(f'PATH {BIN}' in r.stdout.splitlines(), 'it puts the command in PATH', r.stdout, r.stderr)
else:
    ok(True, 'it puts the command in PATH # SKIP no tclsh')

# CMake: a racy program and a right one, and mistakes in the call
project = WHERE / 'project'
project.mkdir()
halo = (ROOT / 'testsuite/examples/halo.c').read_text()
right = halo.replace('left, mine + 1, 1', 'left, cells_of(rank - 1) + 1, 1')
ok(right != halo, 'the mistake can be mended')
(project / 'wrong.c').write_text(halo)
(project / 'right.c').write_text(right)
HEAD = ('cmake_minimum_required(VERSION 3.20)\nproject(both C)\nenable_testing()\n'
        'find_package(MPI REQUIRED COMPONENTS C)\nfind_package(Fencepost 0.1 REQUIRED)\n'
        'foreach(name wrong right)\n  add_executable(${name} ${name}.c)\n'
        '  target_link_libraries(${name} PRIVATE MPI::MPI_C)\nendforeach()\n')


def configure(lists, build):
    (project / 'CMakeLists.txt').write_text(lists)
    return run('cmake', '-S', project, '-B', WHERE / build, f'-DCMAKE_PREFIX_PATH={PREFIX}',
               '-DCMAKE_BUILD_TYPE=Debug', '-DMPI_C_COMPILER=mpicc.mpich',
               '-DMPIEXEC_EXECUTABLE=/usr/bin/mpiexec.mpich', cwd=WHERE)


r = configure(HEAD + 'add_fencepost_test(NAME wrong RANKS 3 COMMAND wrong)\n'
              'add_fencepost_test(NAME right RANKS 3 OPTIONS --trace=mpi COMMAND right)\n', 'cmake')
ok(r.returncode == 0, 'CMake finds it', r.stdout, r.stderr)
r = run('cmake', '--build', WHERE / 'cmake', cwd=WHERE)
ok(r.returncode == 0, 'CMake builds', r.stdout, r.stderr)
r = run('ctest', '--test-dir', WHERE / 'cmake', cwd=WHERE)
passed = {name: word for name, word in re.findall(r'Test +#\d+: (\w+) \.+ *\**(\w+)', r.stdout)}
ok(passed == {'wrong': 'Failed', 'right': 'Passed'} and r.returncode, 'CTest: the wrong one fails alone',
   r.stdout, r.stderr)
found = report(WHERE / 'cmake/wrong.json')
ok([f['id'] for f in found['findings']] == ['target-out-of-window'], 'its report is there', found)
ok(report(WHERE / 'cmake/right.json').get('run', {}).get('ranks') == 3 and
   (WHERE / 'cmake/right.junit.xml').exists(), 'that of the other one, too')
r = configure(HEAD + 'add_fencepost_test(NAME wrong COMAND wrong)\n', 'bad')
ok(r.returncode and 'does not know' in r.stderr, 'a word that it does not know', r.stderr)

(PREFIX / 'bin/other').write_text('')
r = make('uninstall', f'PREFIX={PREFIX}')
ok(r.returncode == 0 and files(PREFIX) == [(BIN / 'other').relative_to(PREFIX)],
   'make uninstall removes what it has installed', *files(PREFIX))
ok([p.name for p in PREFIX.iterdir()] == ['bin'], 'and folders that are empty then', *PREFIX.iterdir())
done()
