"""Compiles marked programs."""
import pathlib
import shlex
import subprocess

from processes import execute

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE / 'cases'
PLAIN = ('compiled', 'pages')  # levels at which LOAD and STORE (case.h) are plain C
COMPILERS = {  # the flags silence the MPIs' own headers
    '.c': ('mpicc', '-Wno-unknown-warning-option', '-Wno-stringop-overflow'),
    '.cc': ('mpicxx', '-DOMPI_SKIP_MPICXX', '-DMPICH_SKIP_MPICXX'),
    '.f90': ('mpifort', '-Wno-unused-parameter'),
}
FLAGS = ('-g', '-O1', '-Wall', '-Wextra', '-Werror')


def program(trial, build):
    level = f'.{trial.level}' if trial.level in PLAIN else ''
    return build / trial.mpi / (trial.case.name + trial.case.path.suffix + level + '.out')


def compile_yielding(build):
    """Makes the object with which programs of MPICH are linked, so that waiting ranks yield."""
    source, helper = HERE / 'mpich' / 'yield.c', build / 'yield.o'
    if not helper.exists() or helper.stat().st_mtime < source.stat().st_mtime:
        subprocess.run(['cc', '-O1', '-c', source, '-o', helper], check=True)
    return helper


def compile_case(trial, options, *include):
    """Compiles if the program is older than its source; returns complaints."""
    case, mpi, level = trial
    if case.path.suffix == '.py':
        return []
    binary = program(trial, options.build)
    helpers = [options.yielding] if mpi != 'openmpi' else []
    sources = [case.path, *CASES.glob('*.h'), *include, *helpers]
    if level == 'compiled':
        sources.append(options.fencepost.parent / 'libfencepost-hooks.a')
    if binary.exists() and binary.stat().st_mtime >= max(s.stat().st_mtime for s in sources):
        return []
    binary.parent.mkdir(parents=True, exist_ok=True)
    compiler, *flags = COMPILERS[case.path.suffix]
    flags += ['-DCASE_PLAIN'] if level in PLAIN else []
    command = [str(options.fencepost), 'cc'] if level == 'compiled' else []
    command += [f'{compiler}.{mpi}', *FLAGS, *flags]
    command += [*(word for path in include for word in ('-include', str(path))),
                '-I', str(CASES), *shlex.split(case.key('cflags', mpi)),
                *shlex.split(options.cflags), '-o', str(binary), str(case.path), *map(str, helpers)]
    result = execute(command, 120)
    return ['does not compile:', *result.err.splitlines()[:30]] if result.code else []
