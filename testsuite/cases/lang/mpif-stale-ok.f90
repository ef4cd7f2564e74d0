! A variable is waited for, tested and freed again and again: it is MPI_REQUEST_NULL by then, or of
! another request; a copy is used once. By mpif.h.
program main
  implicit none
  include 'mpif.h'
  integer, asynchronous :: value
  integer :: rank, ierror, i
  logical :: done
  integer :: request, copy, both(2)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  do i = 1, 3
    if (rank == 0) then
      call MPI_Irecv(value, 1, MPI_INTEGER, 1, 3, MPI_COMM_WORLD, request, ierror)
      copy = request
      call MPI_Wait(copy, MPI_STATUS_IGNORE, ierror)
      call MPI_Wait(copy, MPI_STATUS_IGNORE, ierror)
      call MPI_Test(copy, done, MPI_STATUS_IGNORE, ierror)
      both = copy
      call MPI_Waitall(2, both, MPI_STATUSES_IGNORE, ierror)
    else
      call MPI_Send(rank, 1, MPI_INTEGER, 0, 3, MPI_COMM_WORLD, ierror)
    end if
  end do
  call MPI_Recv_init(value, 1, MPI_INTEGER, MPI_PROC_NULL, 4, MPI_COMM_WORLD, request, ierror)
  call MPI_Start(request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call MPI_Request_free(request, ierror)
  call MPI_Finalize(ierror)
end program
