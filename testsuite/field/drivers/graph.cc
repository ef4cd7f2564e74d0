// Distances, components and ranks of a distributed random graph, by the parallel Boost Graph Library.
#include <boost/graph/use_mpi.hpp>
// the graph library's own headers come after that
#include <boost/config.hpp>
#include <boost/graph/distributed/adjacency_list.hpp>
#include <boost/graph/distributed/breadth_first_search.hpp>
#include <boost/graph/distributed/connected_components.hpp>
#include <boost/graph/distributed/delta_stepping_shortest_paths.hpp>
#include <boost/graph/distributed/mpi_process_group.hpp>
#include <boost/graph/distributed/page_rank.hpp>
#include <boost/graph/parallel/distribution.hpp>
#include <boost/mpi.hpp>
#include <boost/random/linear_congruential.hpp>
#include <cmath>
#include <cstdlib>
#include <iostream>

namespace mpi = boost::mpi;
using boost::graph::distributed::mpi_process_group;
struct Weighted {
    int weight;
    template <class Archive> void serialize(Archive &archive, unsigned) { archive &weight; }
};
using Graph = boost::adjacency_list<boost::vecS, boost::distributedS<mpi_process_group, boost::vecS>,
                                    boost::undirectedS, boost::no_property, Weighted>;
using Arrows = boost::adjacency_list<boost::vecS, boost::distributedS<mpi_process_group, boost::vecS>,
                                     boost::bidirectionalS>;

// Sums over all vertices, then over all processes.
template <class G, class Value> double total(const mpi::communicator &world, const G &graph, Value value) {
    double sum = 0;
    for (auto pair = vertices(graph); pair.first != pair.second; ++pair.first)
        sum += value(*pair.first);
    return mpi::all_reduce(world, sum, std::plus<double>());
}

int main(int argc, char **argv) {
    mpi::environment environment(argc, argv);
    mpi::communicator world;
    mpi_process_group group;
    const long count = std::atol(argv[1]);
    Graph graph(count, group);
    Arrows arrows(count, group);
    boost::minstd_rand random(17);
    if (world.rank() == 0) // one process tells of all edges
        for (long i = 0; i < 2 * count; i++) {
            long a = random() % count, b = random() % count;
            add_edge(vertex(a, graph), vertex(b, graph), Weighted{int(random() % 50 + 1)}, graph);
            add_edge(vertex(a, arrows), vertex(b, arrows), arrows);
        }
    synchronize(graph);
    synchronize(arrows);

    const long far = 1000000;
    auto index = get(boost::vertex_index, graph);
    std::vector<long> levels_here(num_vertices(graph), far), paths_here(num_vertices(graph), far);
    auto levels = boost::make_iterator_property_map(levels_here.begin(), index);
    auto start = vertex(0, graph);
    set_property_map_role(boost::vertex_distance, levels); // of two values from elsewhere the lesser one counts
    put(levels, start, 0L);
    synchronize(levels);
    breadth_first_search(graph, start, boost::visitor(boost::make_bfs_visitor(
        boost::record_distances(levels, boost::on_tree_edge()))));
    double level = total(world, graph, [&](auto v) { return get(levels, v); });

    std::vector<long> groups_here(num_vertices(graph));
    auto groups = boost::make_iterator_property_map(groups_here.begin(), index);
    long components = connected_components(graph, groups);

    auto paths = boost::make_iterator_property_map(paths_here.begin(), index);
    boost::graph::distributed::delta_stepping_shortest_paths(
        graph, start, boost::dummy_property_map(), paths, get(&Weighted::weight, graph));
    double path = total(world, graph, [&](auto v) { return std::min(get(paths, v), far); });

    std::vector<double> ranks_here(num_vertices(arrows)), more_here(num_vertices(arrows));
    auto ranks = boost::make_iterator_property_map(ranks_here.begin(), get(boost::vertex_index, arrows));
    auto more = boost::make_iterator_property_map(more_here.begin(), get(boost::vertex_index, arrows));
    boost::graph::page_rank(arrows, ranks, boost::graph::n_iterations(10), 0.85, count, more);
    double rank = total(world, arrows, [&](auto v) { return get(ranks, v); });
    if (world.rank() == 0)
        std::cout << level << " " << components << " " << path << " " << std::round(rank * 100) << "\n";
    return 0;
}
