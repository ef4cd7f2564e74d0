! Completes a generalized request twice, with use mpi.
! case: ranks=1 status=any exit=any lines-openmpi=no
subroutine tell(extra_state, status, ierror)
  use mpi
  implicit none
  integer(kind=MPI_ADDRESS_KIND) :: extra_state
  integer :: status(MPI_STATUS_SIZE), ierror
  call MPI_Status_set_elements(status, MPI_DOUBLE_PRECISION, int(extra_state), ierror)
  call MPI_Status_set_cancelled(status, extra_state > 5, ierror)
  status(MPI_SOURCE) = 3
  status(MPI_TAG) = 4
  ierror = MPI_SUCCESS
end subroutine

subroutine finish(extra_state, ierror)
  use mpi
  implicit none
  integer(kind=MPI_ADDRESS_KIND) :: extra_state
  integer :: ierror
  print '(a,i0)', 'free ', extra_state
  ierror = MPI_SUCCESS
end subroutine

subroutine stop_it(extra_state, complete, ierror)
  use mpi
  implicit none
  integer(kind=MPI_ADDRESS_KIND) :: extra_state
  logical :: complete
  integer :: ierror
  print '(a,i0,a,l1)', 'cancel ', extra_state, ' ', complete
  ierror = MPI_SUCCESS
end subroutine

program calls
  use mpi
  implicit none
  external tell, finish, stop_it
  integer :: request, copy, ierror, status(MPI_STATUS_SIZE), n
  logical :: flag
  integer(kind=MPI_ADDRESS_KIND) :: five = 5, six = 6
  call MPI_Init(ierror)
  call MPI_Grequest_start(tell, finish, stop_it, five, request, ierror)
  call MPI_Test(request, flag, status, ierror)
  print '(a,l1)', 'test ', flag
  call MPI_Grequest_complete(request, ierror)
  call MPI_Cancel(request, ierror)
  call MPI_Request_get_status(request, flag, status, ierror)
  call MPI_Wait(request, status, ierror)
  call MPI_Get_count(status, MPI_DOUBLE_PRECISION, n, ierror)
  call MPI_Test_cancelled(status, flag, ierror)
  print '(4(i0,a),l1)', n, ' ', status(MPI_SOURCE), ' ', status(MPI_TAG), ' ', ierror, ' ', flag
  call MPI_Grequest_start(tell, finish, stop_it, six, request, ierror)
  copy = request
  call MPI_Cancel(request, ierror)
  call MPI_Grequest_complete(copy, ierror)
  call MPI_Wait(request, status, ierror)
  call MPI_Test_cancelled(status, flag, ierror)
  print '(a,l1)', 'cancelled ', flag
  call MPI_Grequest_start(tell, finish, stop_it, five, request, ierror)
  call MPI_Grequest_complete(request, ierror) ! site: greq-complete-twice
  call MPI_Grequest_complete(request, ierror) ! expect: greq-complete-twice
  call MPI_Abort(MPI_COMM_WORLD, 3, ierror) ! libraries may have freed it, so that nobody can wait for it
end program
