! Asserts NOPRECEDE at a fence that has to complete an accumulate, by "use mpi".
program main
  use mpi
  implicit none
  double precision, asynchronous :: memory(4)
  double precision :: value
  integer :: rank, win, error
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  memory = 0
  value = 1
  bytes = 4 * 8
  disp = 0
  call MPI_Win_create(memory, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, error)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN, error)
  call MPI_Win_fence(MPI_MODE_NOPRECEDE, win, error)
  if (rank == 0) then
    call MPI_Accumulate(value, 1, MPI_REAL8, 1, disp, 1, MPI_REAL8, MPI_SUM, win, error) ! site: noprecede-violated
  end if
  call MPI_Win_fence(MPI_MODE_NOPRECEDE, win, error) ! expect: noprecede-violated
  call MPI_Win_fence(0, win, error)
  call MPI_Win_free(win, error)
  call MPI_Finalize(error)
end program
