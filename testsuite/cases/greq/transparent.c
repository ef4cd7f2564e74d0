/* Every way to complete, test, free and cancel generalized requests: what the callbacks are given and
 * what the calls return is printed, and must be the same alone. */
/* case: ranks=1 */
#include "greq.h"

struct state {
  int number, code, cancelled;
};

static int tell(void *state, MPI_Status *status) {
  const struct state *s = state;
  printf("  query %d\n", s->number);
  MPI_Status_set_elements_x(status, MPI_DOUBLE, s->number);
  MPI_Status_set_cancelled(status, s->cancelled);
  status->MPI_SOURCE = 10 + s->number;
  status->MPI_TAG = 20 + s->number;
  return MPI_SUCCESS;
}

static int finish(void *state) {
  printf("  free %d\n", ((const struct state *)state)->number);
  return MPI_SUCCESS;
}

static int stop(void *state, int complete) {
  struct state *s = state;
  printf("  cancel %d complete %d\n", s->number, complete);
  s->cancelled = !complete;
  return s->code;
}

static void show(const char *what, int rc, const MPI_Status *status) {
  int count, cancelled;
  MPI_Get_count(status, MPI_DOUBLE, &count);
  MPI_Test_cancelled(status, &cancelled);
  printf("%s: %d, %d doubles, cancelled %d, source %d, tag %d, error %d\n", what, rc != MPI_SUCCESS,
         count, cancelled, status->MPI_SOURCE, status->MPI_TAG, status->MPI_ERROR);
}

static struct state states[4];
static MPI_Request requests[4], copies[4];

static void make(int complete) {
  for (int i = 0; i < 4; i++) {
    states[i] = (struct state){.number = i};
    MPI_Grequest_start(tell, finish, stop, &states[i], &requests[i]);
    copies[i] = requests[i];
  }
  for (int i = 0; i < complete; i++)
    MPI_Grequest_complete(copies[i]);
}

static void one_by_one(void) {
  MPI_Status status = {.MPI_ERROR = 77};
  int flag, rc;
  make(2);
  rc = MPI_Test(&requests[3], &flag, MPI_STATUS_IGNORE);
  printf("test: %d %d\n", rc, flag);
  rc = MPI_Request_get_status(requests[0], &flag, &status);
  show("get_status", rc, &status);
  rc = MPI_Wait(&requests[0], &status);
  show("wait", rc, &status);
  rc = MPI_Test(&requests[1], &flag, &status);
  show("test", rc, &status);
  MPI_Cancel(&requests[2]);
  MPI_Grequest_complete(copies[2]);
  MPI_Cancel(&requests[2]);
  rc = MPI_Wait(&requests[2], &status);
  show("cancelled", rc, &status);
  MPI_Grequest_complete(copies[3]);
  rc = MPI_Request_free(&requests[3]);
  printf("freed: %d %d\n", rc, requests[3] == MPI_REQUEST_NULL);
}

static void several(void) {
  MPI_Status statuses[4];
  int indices[4], count, flag, rc;
  memset(statuses, 0, sizeof statuses);
  make(4);
  rc = MPI_Waitall(4, requests, statuses);
  for (int i = 0; i < 4; i++)
    show("waitall", rc, &statuses[i]);
  make(2);
  rc = MPI_Testall(4, requests, &flag, statuses);
  printf("testall: %d %d\n", rc, flag);
  rc = MPI_Waitsome(4, requests, &count, indices, statuses);
  for (int i = 0; i < count; i++)
    show("waitsome", rc, &statuses[i]);
  MPI_Grequest_complete(copies[3]);
  rc = MPI_Waitany(4, requests, &count, &statuses[0]);
  show("waitany", rc, &statuses[0]);
  rc = MPI_Testany(4, requests, &count, &flag, &statuses[0]);
  printf("testany: %d %d\n", rc, flag);
  MPI_Grequest_complete(copies[2]);
  rc = MPI_Testsome(4, requests, &count, indices, MPI_STATUSES_IGNORE);
  printf("testsome: %d %d\n", rc, count);
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  one_by_one();
  several();
  MPI_Finalize();
}
