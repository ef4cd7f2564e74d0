// Numbers are mapped to their remainders, which are gathered and counted.
#include <cstdio>
#include <cstring>
#include <mpi.h>
#include <mrmpi/keyvalue.h>
#include <mrmpi/mapreduce.h>

using namespace MAPREDUCE_NS;

static void give(int task, KeyValue *kv, void *) {
    for (int i = 0; i < 500; i++) {
        int key = (task * 500 + i) % 37;
        kv->add(reinterpret_cast<char *>(&key), sizeof key, nullptr, 0);
    }
}

static void count(char *key, int bytes, char *, int values, int *, KeyValue *kv, void *) {
    kv->add(key, bytes, reinterpret_cast<char *>(&values), sizeof values);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    {
        MapReduce m(MPI_COMM_WORLD);
        m.verbosity = 0;
        m.timer = 0;
        m.map(20, give, nullptr);
        m.collate(nullptr);
        uint64_t keys = m.reduce(count, nullptr);
        m.gather(1);
        if (rank == 0)
            std::printf("%llu keys\n", static_cast<unsigned long long>(keys));
    }
    MPI_Finalize();
    return 0;
}
