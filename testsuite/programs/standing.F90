! standing: each rank receives from the next one, and none sends. Fortran's runtime has handlers of
! signals.
program standing
  use mpi
  implicit none
  integer :: rank, ranks, error, value, status(MPI_STATUS_SIZE)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call MPI_Recv(value, 1, MPI_INTEGER, mod(rank + 1, ranks), 0, MPI_COMM_WORLD, status, error)
  call MPI_Finalize(error)
end program
