! Gets from the target in the group of MPI_Win_start, by mpi_f08.
program main
  use mpi_f08
  implicit none
  integer, asynchronous :: memory(4), value
  integer :: rank, peer(1)
  type(MPI_Win) :: win
  type(MPI_Group) :: world, group
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  memory = rank
  peer = 1 - rank
  call MPI_Comm_group(MPI_COMM_WORLD, world)
  call MPI_Group_incl(world, 1, peer, group)
  call MPI_Win_create(memory, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN)
  if (rank == 0) then
    call MPI_Win_start(group, 0, win)
    call MPI_Get(value, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
    call MPI_Win_complete(win)
  else
    call MPI_Win_post(group, 0, win)
    call MPI_Win_wait(win)
  end if
  call MPI_Group_free(world)
  call MPI_Group_free(group)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
