! Puts to the last element of the target's window, by "use mpi": displacements count from 0.
program main
  use mpi
  implicit none
  integer, asynchronous :: memory(64)
  integer :: rank, win, error, value
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  memory = 0
  value = 1
  bytes = 8 * 4
  call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, error)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN, error)
  disp = 7
  call MPI_Win_fence(0, win, error)
  if (rank == 0) then
    call MPI_Put(value, 1, MPI_INTEGER, 1, disp, 1, MPI_INTEGER, win, error)
  end if
  call MPI_Win_fence(MPI_MODE_NOSUCCEED, win, error)
  call MPI_Win_free(win, error)
  call MPI_Finalize(error)
end program
