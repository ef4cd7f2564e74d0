# Messages and collective calls with Ruby's MPI.
require "mpi"
MPI.Init
world = MPI::Comm::WORLD
rank, size = world.rank, world.size
if rank.zero?
  (1...size).each do |from|
    text = " " * 20
    world.Recv(text, from, 0)
    puts text.strip
  end
else
  world.Send("from #{rank}".ljust(20), 0, 0)
end
world.Barrier
MPI.Finalize
