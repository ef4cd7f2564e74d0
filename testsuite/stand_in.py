#!/usr/bin/python3
"""Stands in for launchers that are not here, called by their names. Runs one process, as a rank on another
host, with the variables that the launcher's manual says are passed on, and prints the names of those of the
caller that it has passed on to the file STAND_IN names:

  srun      srun(1): --export, SRUN_EXPORT_ENV, SLURM_EXPORT_ENV; as Slurm 22.05 did here
  flux      flux-run(1): rules of --env, --env-remove
  mpiexec   of HPE's PALS, mpiexec(1), and MPICH's: --envall, --envnone, --envlist
  prterun   of Open MPI 5, and orterun: nothing but -x, mca_base_env_list
"""
import fnmatch
import os
import pathlib
import sys


def split(words, valued):
    """Returns the options with their values, and the program's words."""
    options, words = [], list(words)
    while words and words[0].startswith('-'):
        name, equals, value = words.pop(0).partition('=')
        options.append((name, value if equals else words.pop(0) if name in valued else ''))
    return options, words


def named(names):
    return {name: os.environ[name] for name in names if name in os.environ}


def srun(words):
    options, words = split(words, ('-n', '-N', '-w', '--export', '--mpi', '--chdir'))
    said = [os.environ[name] for name in ('SLURM_EXPORT_ENV', 'SRUN_EXPORT_ENV') if name in os.environ]
    said += [value for name, value in options if name == '--export']
    items = said[-1].split(',') if said else ['ALL']
    if 'ALL' in items:
        return dict(os.environ), words
    given = dict(item.split('=', 1) for item in items if '=' in item)
    if set(items) & {'NONE', 'NIL'}:
        items, given = [], {}
    return {**named(items), **named(n for n in os.environ if n.startswith('SLURM_')), **given}, words


def flux(words):
    assert words[0] in ('run', 'submit'), words
    options, words = split(words[1:], ('-n', '-N', '--env', '--env-remove', '-x', '--cwd'))
    rules = [('-' * (name in ('-x', '--env-remove'))) + value for name, value in options
             if name in ('--env', '--env-remove', '-x')]
    env = dict(os.environ)
    for rule in rules:
        if rule.startswith('-'):
            env = {name: value for name, value in env.items() if not fnmatch.fnmatchcase(name, rule[1:])}
        elif '=' in rule:
            name, _, value = rule.partition('=')
            env[name] = value
        else:
            env.update(named(name for name in os.environ if fnmatch.fnmatchcase(name, rule)))
    return env, words


def mpiexec(words):
    options, words = split(words, ('-n', '-ppn', '-envlist', '--envlist', '-genvlist', '--genvlist'))
    env = dict(os.environ)
    for name, value in options:
        name = name.lstrip('-').removeprefix('g')
        env = {} if name == 'envnone' else named(value.split(',')) if name == 'envlist' else env
    return env, words


def prterun(words):
    names, rest = [], []
    words = list(words)
    while words and words[0].startswith('-'):
        option = words.pop(0)
        rest.append((option, words.pop(0)))
    names = [value for option, value in rest if option == '-x']
    listed = os.environ.get('OMPI_MCA_mca_base_env_list', '')
    assert not (names and listed), 'both are an error'
    return named(names + listed.split(';')), words


WAYS = {'srun': srun, 'flux': flux, 'mpiexec': mpiexec, 'prterun': prterun, 'orterun': prterun}
env, program = WAYS[pathlib.Path(sys.argv[0]).name](sys.argv[1:])
pathlib.Path(os.environ['STAND_IN']).write_text(' '.join(sorted(env)))
os.execve(program[0], program, {'PATH': '/usr/bin:/bin', **env})
