! An array is deallocated after its window was freed.
program main
  use mpi_f08
  implicit none
  type(MPI_Win) :: win
  integer, allocatable :: memory(:)
  call MPI_Init()
  allocate (memory(200))
  call MPI_Win_create(memory, 800_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_free(win)
  deallocate (memory)
  call MPI_Finalize()
end program main
