"""Compiling one submission, in the box. What the assignment refuses is found by the compiler itself
(interpose/hooks/gcc_refuse.cc) and in the objects that it made."""
import os
import pathlib
import re
import shlex

import fortran
import objects

SHOWN = 20000  # characters of output that are kept where nothing is compared with it
LIMIT_TEXT = {'seconds': 'It ran longer than {} seconds and was ended.',
              'memory': 'It used more than {} bytes of memory and was ended.',
              'output': 'It wrote more than {} bytes and was ended.'}
ASKED = 'FENCEPOST_CC_REFUSE'
REFUSED = re.compile(r'error: refused by fencepost: (\S+)')


class Build:
    """The sources in a folder of ours, and the program if it was built."""

    def __init__(self, worker, submission, home):
        self.worker, self.submission, self.home = worker, submission, home
        self.rules = worker.assignment['build']
        self.program = os.path.join(home, 'program')
        given = {os.path.basename(path): path for path in self.rules['files']}
        self.own = {n: data for n, data in submission.files.items()
                    if os.path.basename(n) not in given}
        self.given = [[path, f'@box@/src/{name}'] for name, path in given.items()]
        self.inputs = self._inputs()

    def _inputs(self):
        """Copies of the submission's files and what is given, as the box takes them."""
        inputs = []
        for n, (name, data) in enumerate(self.own.items()):
            path = os.path.join(self.home, f'file-{n}')
            with open(path, 'wb') as f:
                f.write(data)
            inputs.append([path, f'@box@/src/{name}'])
        return inputs + self.given

    def shown(self):
        """The sources, for the feedback."""
        names = self.submission.sources(self.rules['compiler'])
        return {n: self.submission.files[n].decode(errors='replace')[:200000] for n in names}

    def _sources(self):
        """Those to be compiled: the student's, then what is given and has the same language."""
        mine = [n for n in self.submission.sources(self.rules['compiler']) if n in self.own]
        kinds = self.submission.suffixes(self.rules['compiler'])
        return mine, [inside.rpartition('/')[2] for outside, inside in self.given
                      if outside.endswith(kinds)]

    def make(self):
        if not self.submission.sources(self.rules['compiler']):
            return failed(self.submission.why_none(self.rules['compiler']))
        return self._compile(*self._sources())

    def _run(self, command, collect):
        return self.worker.run(command, self.rules['limits'], folder='@box@/src',
                               environment={ASKED: '1'} if self.rules['refuse'] else {},
                               fresh=['@box@/src', '@box@/out'], inputs=self.inputs,
                               collect=collect)

    def _compiler(self):
        return [*self.worker.wrapper(), *self.rules['flags'], '-I.']

    def _stopped(self, ran):
        limit = LIMIT_TEXT[ran['exceeded']].format(self.rules['limits'][ran['exceeded']])
        return failed(f'The compiler was stopped. {limit}', (ran['stdout'] + ran['stderr'])[:SHOWN])

    def _script(self, mine, given):
        """Objects one by one, so that nothing hides what the student's hold, and the program."""
        compiler = shlex.join(self._compiler())
        sources = [*given, *mine]
        if self.rules['compiler'] == 'mpifort':
            sources = fortran.in_order({n: self._text(n) for n in sources})
        made = {name: f'../out/{n}.o' for n, name in enumerate(sources)}
        rows = [f'{compiler} -c {shlex.quote("./" + name)} -o {path}'
                for name, path in made.items()]
        rows.append(f'{compiler} {" ".join(made.values())} -o ../out/program '
                    f'{shlex.join(self.rules["libraries"])}')
        if mine:
            rows.append(objects.script([made[n] for n in mine], self.worker.box.libraries))
        return ' && '.join(rows)

    def _text(self, name):
        if name in self.own:
            return self.own[name].decode(errors='replace')
        path = next(outside for outside, inside in self.given if inside == f'@box@/src/{name}')
        with open(path, errors='replace') as f:
            return f.read()

    def _compile(self, mine, given):
        read = {n: os.path.join(self.home, n) for n in objects.FILES if mine}
        ran = self._run(['sh', '-c', self._script(mine, given)],
                        [['@box@/out/program', self.program],
                         *([f'@box@/out/{n}', path] for n, path in read.items())])
        text = (ran['stdout'] + ran['stderr'])[:SHOWN]
        if ran['exceeded']:
            return self._stopped(ran)
        if ran['code'] or ran['signal']:
            words = sorted(set(REFUSED.findall(ran['stderr'])))
            return refusal(words, text) if words else failed('It does not compile.', text)
        if not all(map(os.path.exists, (self.program, *read.values()))):
            return failed('The compiler made no program.', text)
        words = self._found(read) if self.rules['refuse'] and mine else None
        if words:
            return refusal(words)
        os.chmod(self.program, 0o755)
        return {'ok': True, 'why': '', 'output': text}

    def _found(self, read):
        texts = {n: pathlib.Path(path).read_text(errors='replace') for n, path in read.items()}
        return objects.refused(texts, self.rules['refuse'])


def refusal(words, output=''):
    return failed(f'It uses {", ".join(words[:20])}. This assignment refuses what reaches around '
                  'the checker; the program was not run.', output)


def failed(why, output=''):
    return {'ok': False, 'why': why, 'output': output}
