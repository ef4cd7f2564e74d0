"""The methods of datatypes."""
from array import array

from mpi4py import MPI

I = MPI.INT


def walk(world, log):
    for step in (made, predefined, packed):
        step(world, log)


def constructors():
    yield 'Dup', I.Dup()
    yield 'Create_dup', I.Create_dup()
    yield 'Create_contiguous', I.Create_contiguous(3)
    yield 'Create_vector', I.Create_vector(2, 1, 3)
    yield 'Create_hvector', I.Create_hvector(2, 1, 12)
    yield 'Create_indexed', I.Create_indexed([1, 2], [0, 3])
    yield 'Create_hindexed', I.Create_hindexed([1, 2], [0, 12])
    yield 'Create_indexed_block', I.Create_indexed_block(1, [0, 3])
    yield 'Create_hindexed_block', I.Create_hindexed_block(1, [0, 12])
    yield 'Create_struct', MPI.Datatype.Create_struct([1, 1], [0, 8], [I, MPI.DOUBLE])
    yield 'Create_subarray', I.Create_subarray([4, 4], [2, 2], [1, 1])
    yield 'Create_darray', I.Create_darray(1, 0, [4], [MPI.DISTRIBUTE_BLOCK],
                                           [MPI.DISTRIBUTE_DFLT_DARG], [1])
    yield 'Create_resized', I.Create_resized(0, 16)
    yield 'Resized', I.Resized(0, 16)


def made(world, log):
    for name, kind in constructors():
        kind.Commit()
        kind.Set_name(name)
        log(name, kind.Get_name(), kind.name, kind.Get_size(), kind.size, kind.Get_extent(),
            kind.extent, kind.lb, kind.ub, kind.Get_true_extent(), kind.true_extent, kind.true_lb,
            kind.true_ub)
        integers = kind.Get_contents()[0]
        log(name, len(integers), kind.Get_envelope()[3] == kind.combiner,
            len(kind.envelope), len(kind.contents[0]), kind.is_named, kind.is_predefined)
        inner = kind.decode()
        log(name, inner[1])
        other = MPI.Datatype.f2py(kind.py2f())
        log(name, other == kind)
        kind.Free()


def predefined(world, log):
    log('f90', MPI.Datatype.Create_f90_integer(9).size, MPI.Datatype.Create_f90_real(6, 30).size,
        MPI.Datatype.Create_f90_complex(6, 30).size)
    log('Match_size', MPI.Datatype.Match_size(MPI.TYPECLASS_REAL, 8).size)
    log('INT', I.is_named, I.is_predefined, I.name, I.decode() == I)


def packed(world, log):
    column = I.Create_contiguous(3)
    column.Commit()
    out, got = array('i', range(6)), array('i', [0] * 6)
    room = column.Pack_size(2, world)
    buffer = bytearray(room)
    end = column.Pack(out, buffer, 0, world)
    column.Unpack(buffer, 0, got, world)
    log('Pack', end <= room, *got)
    room = column.Pack_external_size('external32', 2)
    buffer = bytearray(room)
    end = column.Pack_external('external32', out, buffer, 0)
    got = array('i', [0] * 6)
    column.Unpack_external('external32', buffer, 0, got)
    log('Pack_external', end, *got)
    column.Free()
