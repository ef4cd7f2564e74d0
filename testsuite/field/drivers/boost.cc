// Objects and containers are sent, gathered and reduced by Boost.MPI.
#include <boost/mpi.hpp>
#include <boost/mpi/skeleton_and_content.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>
#include <functional>
#include <iostream>
#include <list>
#include <boost/serialization/list.hpp>

namespace mpi = boost::mpi;

int main(int argc, char **argv) {
    mpi::environment environment(argc, argv);
    mpi::communicator world;
    int next = (world.rank() + 1) % world.size(), previous = (world.rank() + world.size() - 1) % world.size();
    std::string got;
    std::vector<mpi::request> requests;
    requests.push_back(world.isend(next, 0, std::string("from ") + std::to_string(world.rank())));
    requests.push_back(world.irecv(previous, 0, got));
    mpi::wait_all(requests.begin(), requests.end());
    std::vector<std::string> every;
    mpi::gather(world, got, every, 0);
    std::list<int> numbers(10, world.rank());
    if (world.rank() == 0) {
        world.send(1, 1, mpi::skeleton(numbers));
        world.send(1, 2, mpi::get_content(numbers));
    } else if (world.rank() == 1) {
        std::list<int> other;
        world.recv(0, 1, mpi::skeleton(other));
        world.recv(0, 2, mpi::get_content(other));
        std::cout << other.size() << " " << other.front() << "\n";
    }
    std::vector<double> part(100, world.rank() + 1), sum(100);
    mpi::all_reduce(world, part.data(), 100, sum.data(), std::plus<double>());
    mpi::communicator half = world.split(world.rank() % 2);
    int least = mpi::all_reduce(half, world.rank(), mpi::minimum<int>());
    mpi::broadcast(world, every, 0);
    if (world.rank() == 0)
        std::cout << every.size() << every.back() << " " << sum[0] << " " << least << "\n";
    return 0;
}
