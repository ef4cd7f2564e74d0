"""Messages that do not fit their receives: letters/SEND-RECEIVE-WHAT, each with a twin in which they do."""

FRAME = '''/* {what}: {send} and {receive}. */
/* case: ranks=2{keys} */
#include "case.h"

enum {{ COUNT = {count}, ROOM = {room} }};
static int buffer[16];

static void finish(MPI_Request *r) {{
  if (MPI_Wait(r, MPI_STATUS_IGNORE) != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 1);
}}

static void send(MPI_Comm comm, int count) {{
  MPI_Request r = MPI_REQUEST_NULL;
  {send_code}
  (void)r, (void)finish;
}}

static void receive(MPI_Comm comm) {{
  MPI_Request r = MPI_REQUEST_NULL;
  MPI_Status status;
  {receive_code}
  (void)r, (void)status;
}}

int main(void) {{
  MPI_Comm comm;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);
  for (int i = 0; i < 3; i++) {{
    if (rank)
      receive(comm);
    else
      send(comm, i == {which} ? COUNT : 2);
  }}
  MPI_Barrier(comm);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}}
'''
SENDS = {
    'send': 'MPI_Send(buffer, count, MPI_INT, 1, 4, comm);',
    'ssend': 'MPI_Ssend(buffer, count, MPI_INT, 1, 4, comm);',
    'isend': 'MPI_Isend(buffer, count, MPI_INT, 1, 4, comm, &r);\n  finish(&r);',
    'started': '''MPI_Send_init(buffer, count, MPI_INT, 1, 4, comm, &r);
  MPI_Start(&r);
  finish(&r);
  MPI_Request_free(&r);''',
    'sendrecv': '''MPI_Sendrecv(buffer, count, MPI_INT, 1, 4, buffer + 8, 0, MPI_INT, MPI_PROC_NULL, 4, comm,
               MPI_STATUS_IGNORE);''',
}
RECEIVES = {
    'recv': 'MPI_Recv(buffer, ROOM, {type}, 0, 4, comm, &status); {mark}',
    'any': 'MPI_Recv(buffer, ROOM, {type}, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE); {mark}',
    'irecv': 'MPI_Irecv(buffer, ROOM, {type}, 0, 4, comm, &r); {mark}\n  finish(&r);',
    'any-irecv': 'MPI_Irecv(buffer, ROOM, {type}, MPI_ANY_SOURCE, 4, comm, &r); {mark}\n  finish(&r);',
    'started': '''MPI_Recv_init(buffer, ROOM, {type}, 0, 4, comm, &r); {mark}
  MPI_Start(&r);
  finish(&r);
  MPI_Request_free(&r);''',
    'mrecv': '''MPI_Message message;
  MPI_Mprobe(0, 4, comm, &message, &status);
  MPI_Mrecv(buffer, ROOM, {type}, &message, &status); {mark}''',
    'imrecv': '''MPI_Message message;
  int flag = 0;
  while (!flag)
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &flag, &message, &status);
  MPI_Imrecv(buffer, ROOM, {type}, &message, &r); {mark}
  finish(&r);''',
    'sendrecv': '''MPI_Sendrecv(buffer + 8, 0, MPI_INT, MPI_PROC_NULL, 4, buffer, ROOM, {type}, 0, 4, comm, {mark}
               MPI_STATUS_IGNORE);''',
}
PAIRS = (('send', 'recv'), ('send', 'any'), ('send', 'irecv'), ('isend', 'any-irecv'), ('isend', 'irecv'),
         ('started', 'started'), ('ssend', 'sendrecv'), ('sendrecv', 'recv'),
         ('send', 'mrecv'), ('isend', 'imrecv'))
FATAL = (('send', 'recv'), ('isend', 'irecv'), ('ssend', 'sendrecv'))
ANY = ' status=any exit=any'


def cell(name, send, receive, what, count=2, room=2, kind='MPI_INT', slug='', keys='', which=1):
    mark = f'/* expect: {slug} */' if slug else ''
    code = RECEIVES[receive].format(type=kind, mark=mark).replace(' \n', '\n').rstrip()
    return f'letters/{name}', FRAME.format(
        what=what, send=send, receive=receive, send_code=SENDS[send], receive_code=code, count=count,
        room=room, keys=keys, which=which)


def cells():
    for send, receive in PAIRS:
        name = f'{send}-{receive}'
        yield cell(f'{name}-type', send, receive, 'Other types', kind='MPI_FLOAT', slug='message-type')
        yield cell(f'{name}-type-ok', send, receive, 'The same type', room=8)
    for send, receive in FATAL:
        name = f'{send}-{receive}'
        # The first message of the kind, a later one. MPICH gives the error of a request back.
        for which in (0,) if receive == 'irecv' else (0, 2):
            yield cell(f'{name}-longer-{which}', send, receive, 'No room', count=4, which=which, keys=ANY,
                       slug='message-truncated')
            yield cell(f'{name}-longer-{which}-ok', send, receive, 'Room', count=4, room=4, which=which)
    yield cell('byte', 'send', 'recv', 'Bytes at one side', room=16, kind='MPI_BYTE', slug='message-bytes')
    yield cell('byte-ok', 'send', 'recv', 'Bytes at one side', room=16)
    yield cell('characters', 'send', 'recv', 'Numbers as characters', room=16, kind='MPI_CHAR', slug='message-type')
    yield cell('characters-ok', 'send', 'recv', 'Numbers', room=16)
    yield cell('unsigned', 'send', 'irecv', 'Numbers without a sign', kind='MPI_UNSIGNED', slug='message-type')
    yield cell('unsigned-ok', 'send', 'irecv', 'Another name of the type', kind='MPI_INT32_T')
    yield cell('right-pair', 'send', 'recv', 'A pair of two', room=1, kind='MPI_2INT')
    yield cell('right-packed', 'send', 'recv', 'Packed data match all types', room=16, kind='MPI_PACKED')
    yield cell('right-nothing', 'send', 'recv', 'No element has a type', count=0, kind='MPI_FLOAT')[:1] + (
        cell('', 'send', 'recv', 'No element has a type', kind='MPI_FLOAT')[1].replace(': 2);', ': 0);').replace(
            'COUNT = 2', 'COUNT = 0'),)
