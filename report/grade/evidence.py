"""Was this run really checked? The journals of the ranks, the report and what the jail saw must
agree; everything that does not is named."""
import filecmp
import json
import os
import re
import shutil

NAME = re.compile(r'rank-([0-9a-f]+)-(\d+)\.jsonl')
MOST = 64 << 20  # bytes of one journal
EARLY = '1'  # the world of journals from before MPI_Init


class Journal:
    """start, end: those records, or None; crashes: whether a signal is about to end the rank; calls: {name: times};
    wrong: what is, or None."""

    def __init__(self, path):
        self.start = self.end = self.wrong = None
        self.crashes = False
        self.calls = {}
        self.lines = self.bytes = 0  # until now
        with open(path, 'rb') as f:
            text = f.read(MOST)
        rows = text.split(b'\n')
        if rows.pop():
            self.wrong = 'its last line is cut off'
        for row in rows:
            self._record(row)
            self.lines, self.bytes = self.lines + 1, self.bytes + len(row) + 1
        if not self.start:
            self.wrong = self.wrong or 'it has no beginning'

    def _record(self, row):
        try:
            record = json.loads(row)
            kind = record['record']
        except (ValueError, TypeError, KeyError, RecursionError):
            self.wrong = self.wrong or 'it has a line that is no record'
            return
        if self.end:
            self.wrong = self.wrong or 'something was written behind its end'
        if kind == 'start' and self.start:
            self.wrong = self.wrong or 'it begins twice'
        elif kind == 'start':
            self.start = record
        elif not self.start:
            self.wrong = self.wrong or 'it does not begin with its beginning'
        elif kind == 'stopped':
            self.wrong = self.wrong or f'the checker stopped: {record.get("text")}'
        elif kind == 'crash':
            self.crashes = True
        elif kind == 'end':
            self.end = record
            if record.get('told') != [self.lines, self.bytes]:
                self.wrong = self.wrong or (f'the checker told {record.get("told")} lines and bytes, and '
                                            f'{self.lines} and {self.bytes} have come')
            calls = record.get('calls')
            self.calls = {k: v for k, v in calls.items() if isinstance(v, int) and v > 0} \
                if isinstance(calls, dict) else {}


def read_journals(folder):
    """{(world, rank): Journal}"""
    result = {}
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        match = NAME.fullmatch(name)
        if match:
            result[match[1], int(match[2])] = Journal(os.path.join(folder, name))
    return result


def crashed(journals):
    return any(j.crashes and not j.end for j in journals.values())


def take_over(inside, kept):
    """Adds to the journals that were kept what the command wrote about the job. The result are signs
    that the program has changed the files `inside`."""
    begun = {NAME.fullmatch(n)[2] for n in os.listdir(kept) if not is_early(n)}
    for name in filter(is_early, os.listdir(kept)):
        if NAME.fullmatch(name)[2] in begun:  # its records are in the other one, too
            os.unlink(os.path.join(kept, name))
    signs = []
    for name in sorted(os.listdir(inside)):
        theirs, ours = os.path.join(inside, name), os.path.join(kept, name)
        if not NAME.fullmatch(name):
            shutil.copyfile(theirs, ours)
        elif not os.path.exists(ours):
            signs.append(f'the journal {name} is not by the checker')
    for name in filter(NAME.fullmatch, sorted(os.listdir(kept))):
        theirs, ours = os.path.join(inside, name), os.path.join(kept, name)
        if not os.path.exists(theirs):
            signs.append(f'{name} was removed')
        elif Journal(ours).end and not filecmp.cmp(theirs, ours, shallow=False):
            signs.append(f'{name} was changed')
    return signs[:20]


def is_early(name):
    match = NAME.fullmatch(name)
    return bool(match) and match[1].lstrip('0') == EARLY


def _asked(journal, test, trace):
    """Whether it ran as it was told to; the environment may have been changed before MPI_Init."""
    start, wrong = journal.start, []
    if start.get('trace') != trace:
        wrong.append(f'loads and stores were followed at level {start.get("trace")}, not {trace}')
    if start.get('memory_model') != test['memory_model']:
        wrong.append(f'the memory model was {start.get("memory_model")}, not '
                     f'{test["memory_model"]}')
    if start.get('max_memory') != 256 << 20:
        wrong.append('the memory of the checker was changed')
    return wrong


def _ranks(journals, test, trace):
    """What is wrong with single journals."""
    wrong = []
    for (_, rank), journal in sorted(journals.items()):
        if journal.wrong or not journal.start:
            wrong.append(f'the journal of rank {rank} was damaged: {journal.wrong}')
            continue
        if journal.start.get('rank') != rank or journal.start.get('size') != test['ranks']:
            wrong.append(f'the journal of rank {rank} says it is rank {journal.start.get("rank")} '
                         f'of {journal.start.get("size")}')
        wrong += (f'rank {rank}: {text}: a checker setting was changed by the program'
                  for text in _asked(journal, test, trace))
    return wrong


def judge(journals, report, ran, test, trace):
    """Why the run does not count as checked, in sentences: (signs that the checker was kept out or
    deceived, signs that the run did not come to its end). Of a run that ended by itself with exit
    status 0 both mean that."""
    signs = [f'Journals were interfered with: {text}' for text in ran['tampering']]
    if not journals:
        return [*signs, 'No process told the checker that it called MPI_Init: it ended before that, or MPI '
                'was not intercepted (the program was started anew without the checker, or calls '
                'MPI past it).'], []
    signs += _ranks(journals, test, trace)
    worlds = {world for world, _ in journals}
    if len(worlds) > 1:
        signs.append(f'{len(worlds)} MPI worlds reported; the test has one')
    missing = [str(r) for r in range(test['ranks']) if r not in {rank for _, rank in journals}]
    if missing:
        signs.append(f'nothing was heard from rank {", ".join(missing)}: it did not come through '
                     'MPI_Init, or runs without the checker')
    return list(dict.fromkeys(signs)), _ends(journals, report)


def _ends(journals, report):
    ended = [str(rank) for (_, rank), j in sorted(journals.items()) if not j.end]
    signs = []
    if ended:
        signs.append(f'rank {", ".join(ended)} did not reach MPI_Finalize (it ended before it, '
                     'was ended, or runs on without the checker)')
    if not isinstance(report, dict):
        signs.append('there is no report of the run')
    elif report.get('status') != 'complete':
        signs.append(f'the run is {report.get("status")}: {report.get("status_detail")}')
    return signs


def calls_by_rank(journals):
    return {str(rank): j.calls for (_, rank), j in sorted(journals.items()) if j.end}
