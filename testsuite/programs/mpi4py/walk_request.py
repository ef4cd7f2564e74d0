"""The methods of requests: of messages, persistent and generalized."""
from array import array

from mpi4py import MPI

I = MPI.INT


def walk(world, log):
    for step in (waits, tests, objects, cancelled, persistent, generalized):
        step(world, log)


def waits(world, log):
    for way in ('Wait', 'Waitall', 'Waitany', 'Waitsome'):
        out, got = array('i', [21]), array('i', [0])
        requests = [world.Irecv([got, I], world.rank, 21), world.Isend([out, I], world.rank, 21)]
        if way == 'Wait':
            for request in requests:
                request.Wait()
        elif way == 'Waitall':
            MPI.Request.Waitall(requests)
        else:
            left = 2
            while left:
                done = getattr(MPI.Request, way)(requests)
                left -= 1 if way == 'Waitany' else len(done)
        log(way, got[0], *(request == MPI.REQUEST_NULL for request in requests))


def tests(world, log):
    for way in ('Test', 'Testall', 'Testany', 'Testsome', 'Get_status'):
        out, got = array('i', [22]), array('i', [0])
        requests = [world.Irecv([got, I], world.rank, 22), world.Isend([out, I], world.rank, 22)]
        while any(request != MPI.REQUEST_NULL for request in requests):
            if way == 'Test':
                for request in requests:
                    request.Test()
            elif way == 'Get_status':
                for request in requests:
                    if request != MPI.REQUEST_NULL and request.Get_status():
                        request.Wait()
            else:
                getattr(MPI.Request, way)(requests)
        log(way, got[0])
    request = world.Isend([array('i', [1]), I], MPI.PROC_NULL, 22)
    log('py2f', MPI.Request.f2py(request.py2f()) == request)
    request.Wait()


def objects(world, log):
    for way in ('wait', 'waitall', 'waitany', 'waitsome', 'test', 'testall', 'testany', 'testsome',
                'get_status'):
        receive = world.irecv(source=world.rank, tag=23)
        send = world.isend(('x', 23), world.rank, 23)
        if way == 'wait':
            value = receive.wait()
        elif way == 'waitall':
            value = MPI.Request.waitall([receive])[0]
        elif way == 'waitany':
            value = MPI.Request.waitany([receive])[1]
        elif way == 'waitsome':
            value = MPI.Request.waitsome([receive])[1][0]
        elif way == 'get_status':
            while not receive.get_status():
                pass
            value = receive.wait()
        else:
            value = polled(way, receive)
        send.wait()
        log(way, value)


def polled(way, receive):
    while True:
        if way == 'test':
            done, value = receive.test()
        elif way == 'testall':
            done, values = MPI.Request.testall([receive])
            value = values and values[0]
        elif way == 'testany':
            _, done, value = MPI.Request.testany([receive])
        else:
            done, values = MPI.Request.testsome([receive])
            value = values and values[0]
        if done:
            return value


def cancelled(world, log):
    status = MPI.Status()
    for name in ('Cancel', 'cancel'):
        request = world.Irecv([array('i', [0]), I], world.rank, 24)
        getattr(request, name)()
        request.Wait(status)
        log(name, status.Is_cancelled())


def persistent(world, log):
    out, got = array('i', [25]), array('i', [0])
    for name in ('Send_init', 'Ssend_init', 'Rsend_init'):
        receive = world.Recv_init([got, I], world.rank, 25)
        send = getattr(world, name)([out, I], world.rank, 25)
        for turn in range(3):
            out[0] = turn
            receive.Start()
            MPI.Prequest.Startall([send])
            MPI.Request.Waitall([receive, send])
            log(name, got[0])
        send.Free()
        receive.Free()


def generalized(world, log):
    said = []

    def query(status, text):
        said.append(('query', text))
        status.Set_elements(MPI.INT, 3)
        status.Set_cancelled(False)

    def free(text):
        said.append(('free', text))

    def cancel(text, completed=False):
        said.append(('cancel', text))

    request = MPI.Grequest.Start(query, free, cancel, args=('walked',))
    log('Grequest', request.Test())
    request.Cancel()
    request.Complete()
    status = MPI.Status()
    request.Wait(status)
    log('Grequest said', status.Get_elements(MPI.INT), *said)
