! A reduction over a binary tree as a nonblocking operation of the program's own: one OpenMP thread
! drives it and completes the generalized request that stands for it, the other waits.
! case: ranks=3 cflags=-fopenmp
program reduction
  use mpi_f08
  use omp_lib
  implicit none
  type(MPI_Comm) :: own
  type(MPI_Request) :: request, copy
  type(MPI_Status) :: status
  integer :: freed = 0, queried = 0
  integer :: provided, me, total, elements
  integer(kind=MPI_ADDRESS_KIND) :: state = 1
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided)
  call MPI_Comm_rank(MPI_COMM_WORLD, me)
  call MPI_Comm_dup(MPI_COMM_WORLD, own)
  total = me + 1
  call MPI_Grequest_start(tell, finish, refuse, state, request)
  copy = request
  !$omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) then
    call drive(own, total)
    call MPI_Grequest_complete(copy)
  else
    call MPI_Wait(request, status)
  end if
  !$omp end parallel
  call MPI_Get_count(status, MPI_INTEGER, elements)
  if (me == 0) print '(4(a,i0))', 'sum ', total, ' elements ', elements, ' freed ', freed, ' queried ', queried
  call MPI_Comm_free(own)
  call MPI_Finalize()

contains
  subroutine tell(extra_state, status, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    type(MPI_Status) :: status
    integer :: ierror
    call MPI_Status_set_elements(status, MPI_INTEGER, int(extra_state))
    call MPI_Status_set_cancelled(status, .false.)
    status%MPI_SOURCE = MPI_UNDEFINED
    status%MPI_TAG = MPI_UNDEFINED
    queried = queried + 1
    ierror = MPI_SUCCESS
  end subroutine

  subroutine finish(extra_state, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    integer :: ierror
    freed = freed + int(extra_state)
    ierror = MPI_SUCCESS
  end subroutine

  subroutine refuse(extra_state, complete, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    logical :: complete
    integer :: ierror
    ierror = merge(MPI_SUCCESS, MPI_ERR_OTHER, complete .and. extra_state > 0)
  end subroutine

  ! Children send first, then the process sends to its parent; the root has the sum.
  subroutine drive(comm, total)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(inout) :: total
    integer :: me, n, child, part
    call MPI_Comm_rank(comm, me)
    call MPI_Comm_size(comm, n)
    do child = 2 * me + 1, min(2 * me + 2, n - 1)
      call MPI_Recv(part, 1, MPI_INTEGER, child, 7, comm, MPI_STATUS_IGNORE)
      total = total + part
    end do
    if (me > 0) call MPI_Send(total, 1, MPI_INTEGER, (me - 1) / 2, 7, comm)
  end subroutine
end program
