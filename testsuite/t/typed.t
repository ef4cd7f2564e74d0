#!/usr/bin/python3
"""What pages say one can type is typed, and what they say is printed must be printed: the example of README.md, the
tutorial from its first command to the fix, and the lines with `fencepost` in README.md and docs/. Where such a line
has a program or a file that is the reader's own, one of ours has that name."""
import os
import pathlib
import re
import shutil

from live import BUILD, FENCEPOST, ROOT, YIELDING, done, folder, ok, report, run

WHERE = folder('typed')
BIN = WHERE / 'bin'
# Lines for which there is a script of their own.
ELSEWHERE = re.compile(r'^(apt-get|make\b|mpicc|CC=|\./configure|fencepost grade)')
NUMBERS = re.compile(r'MPICH [\d.]+\w*')
STARTS = re.compile(r'^(\$ )?((build/)?fencepost |LD_PRELOAD=|mpicc|mpiexec|make\b|apt-get|CC=|\./configure)')


def blocks(page):
    """Yields the blocks of code of a page, without their indentation."""
    for block in re.findall(r'(?:^    .*\n(?:\n(?=    ))?)+', (ROOT / page).read_text(), re.M):
        yield re.sub(r'^    ', '', block, flags=re.M)


def said(text):
    """The text as it is compared: broken anywhere, of any MPICH, and without lines that are printed while the
    program runs, for which it may be too short."""
    text = re.sub(r'^fencepost: error: .*\n', '', text, flags=re.M)
    return ' '.join(NUMBERS.sub('MPICH', text).split())


def tools():
    """Commands by the names that pages give them."""
    BIN.mkdir()
    (BIN / 'fencepost').symlink_to(FENCEPOST)
    for name in 'mpiexec', 'mpicc':
        (BIN / name).write_text(f'#!/bin/sh\nexec {name}.mpich "$@"\n')
        (BIN / name).chmod(0o755)
    os.environ['PATH'] = f'{BIN}:{os.environ["PATH"]}'


def typed(line, where):
    return run('sh', '-c', line, cwd=where)


def readme():
    where = WHERE / 'readme'
    where.mkdir()
    shutil.copy(ROOT / 'testsuite/examples/halo.c', where)
    run('mpicc', '-g', '-O1', 'halo.c', '-o', 'halo', cwd=where)
    block = next(b for b in blocks('README.md') if b.startswith('$ '))
    command, _, wanted = block.partition('\n')
    r = typed(command[2:], where)
    ok(said(r.stdout + r.stderr) == said(wanted) and r.returncode == 66, 'README.md: its example prints what it shows',
       r.returncode, r.stdout, r.stderr)


def tutorial():
    """The commands in their order, in a folder that looks like the checkout."""
    where = WHERE / 'tutorial'
    (where / 'testsuite').mkdir(parents=True)
    shutil.copytree(ROOT / 'testsuite/examples', where / 'testsuite/examples')
    (where / 'build').symlink_to(BUILD)
    page, output = list(blocks('docs/tutorial.md')), ''
    for block in page:
        lines = block.splitlines()
        if not STARTS.match(lines[0]):
            ok(said(block) in said(output), f'tutorial.md: {lines[0]}', output)
            continue
        for line in lines:
            if line == 'make':
                continue
            r = typed(line, where)
            output = r.stdout + r.stderr
            ok(r.returncode == (66 if 'fencepost run' in line else 0), f'tutorial.md: {line}', r.returncode, output)
        if 'fencepost run' in lines[0]:
            output += mended(where)
    text = (ROOT / 'docs/tutorial.md').read_text()
    for line in re.findall(r'`(build/fencepost (?:explain|export) [^`]*)`', text):
        r = typed(line, where)
        ok(r.returncode == 0 and (r.stdout or list(where.glob('*.html'))), f'tutorial.md: {line}', r.stderr)


def mended(where):
    """Makes the fix of the tutorial; returns what the program prints then."""
    source = where / 'testsuite/examples/halo.c'
    before = source.read_text()
    after = before.replace('left, mine + 1,', 'left, cells_of(left) + 1,', 1)
    ok(before != after, 'tutorial.md: the line that it names is there')
    fixed = where / 'fixed'
    fixed.mkdir()
    (fixed / 'halo.c').write_text(after)
    run('mpicc.mpich', '-g', 'halo.c', '-o', 'halo', cwd=fixed)
    r = typed(f'{FENCEPOST} run mpiexec.mpich -n 4 ./halo', fixed)
    right = re.search(r'    (heat after 100 steps: 100.*)', (ROOT / 'docs/tutorial.md').read_text())[1]
    made = report(fixed / 'fencepost-report.json')
    ok(r.returncode == 0 and r.stdout == right + '\n' and made['status'] == 'complete' and not made['findings'],
       'tutorial.md: the fix', r.returncode, r.stdout, r.stderr)
    return r.stdout


def lines_of(page):
    """Yields each line of the page that one can type and that is ours, in blocks and in text."""
    text = (ROOT / page).read_text()
    for block in blocks(page):
        for line in block.splitlines():
            if STARTS.match(line) and not ELSEWHERE.match(line.removeprefix('$ ')):
                yield re.sub(r'\s+#.*', '', line.removeprefix('$ '))
    for line in re.findall(r'`(fencepost (?:run|replay|merge|explain|export|dump) [^`]*)`', ' '.join(text.split())):
        if re.search(r'mpiexec|explain [a-z]|export .*\.json', line) and '[' not in line:
            yield line


def others():
    """The lines of all pages, in a folder with programs of the names that they have."""
    where = WHERE / 'lines'
    where.mkdir()
    made = {name: ROOT / f'testsuite/examples/epochs/{source}' for name, source in (
        ('ring', 'ring-reduction.c'), ('program', 'double-buffer.c'), ('solver', 'ring-reduction.c'),
        ('a.out', 'ring-reduction.c'), ('gather', 'ring-reduction.c'))}
    for name, source in made.items():
        run('mpicc', '-g', source, *YIELDING['mpich'], '-o', name, cwd=where)
    shutil.copy(WHERE / 'readme/halo', where)
    shutil.copy(WHERE / 'readme/fencepost-report.json', where)
    seen = set()
    for page in ('README.md', *(f'docs/{p.name}' for p in sorted((ROOT / 'docs').glob('*.md')))):
        if page == 'docs/tutorial.md':
            continue
        for line in dict.fromkeys(lines_of(page)):
            if line in seen:
                continue
            seen.add(line)
            real = line.replace('/usr/local/lib/fencepost/', f'{BUILD}/').replace('-n 8', '-n 3')
            r = typed(real.replace('...', './solver'), where)
            ok(r.returncode in ((66,) if './halo' in line else (0,)), f'{page}: {line}', r.returncode, r.stdout[-800:],
               r.stderr[-800:])
            for name in re.findall(r'--timeline=(\S+)', real):
                ok((where / name).exists(), f'{page}: it draws {name}')


tools()
readme()
tutorial()
others()
done()
