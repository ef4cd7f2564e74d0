#!/bin/sh
# Builds the named programs of testpar/ of HDF5's source package with the installed library, which
# exports the private functions that they call. NDEBUG is set because it was set for the library, and
# the private structures differ without it.
set -e
cd "$SOURCE"
sed 's/@srcdir@/./' test/H5srcdir_str.h.in > test/H5srcdir_str.h
# other files of testpar/ that are part of a program
testphdf5='t_dset t_file t_file_image t_mdset t_ph5basic t_coll_chunk t_span_tree t_chunk_alloc t_filter_read t_prop t_coll_md_read'
compile() {
    "mpicc.$MPI" -g -O1 -w -DNDEBUG -D_GNU_SOURCE -Itestpar -Itest -Isrc "-I/usr/include/hdf5/$MPI" "$@"
}
# an archive, since some programs have objects of the same names as one of these files
compile -c test/h5test.c test/testframe.c test/cache_common.c test/genall5.c
ar rcs libh5test.a h5test.o testframe.o cache_common.o genall5.o
for program in "$@"; do
    more=''
    test "$program" != testphdf5 || more=$(printf 'testpar/%s.c ' $testphdf5)
    compile "testpar/$program.c" $more -o "$BUILT/$program" -L. -lh5test \
        "-L/usr/lib/x86_64-linux-gnu/hdf5/$MPI" -lhdf5 -lm
done
