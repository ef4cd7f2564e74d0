! An array that a window has is deallocated.
program main
  use mpi_f08
  implicit none
  type(MPI_Win) :: win
  integer, allocatable :: memory(:)
  call MPI_Init()
  allocate (memory(200))
  call MPI_Win_create(memory, 800_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win) ! site: window-memory-freed
  deallocate (memory) ! expect: window-memory-freed
  call MPI_Win_free(win)
  call MPI_Finalize()
end program main
