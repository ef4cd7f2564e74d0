/* A progress thread reads blocks of a file for whoever asks: each read is a generalized request;
 * reads that were not begun can be cancelled. */
/* case: ranks=2 */
#include "greq.h"

#define READS 12

struct reading {
  struct reading *next;
  char *into;
  long offset, length, got;
  int cancelled, begun, error;
  MPI_Request request;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static struct reading *first, **last = &first;
static int over;
static FILE *file;

static struct reading *next_reading(void) {
  pthread_mutex_lock(&lock);
  while (!first && !over)
    pthread_cond_wait(&more, &lock);
  struct reading *r = first;
  if (r) {
    first = r->next;
    last = first ? last : &first;
    r->begun = 1;
  }
  pthread_mutex_unlock(&lock);
  return r;
}

static void *serve(void *unused) {
  for (struct reading *r; (r = next_reading()) != NULL;) {
    MPI_Request request = r->request;
    if (!r->cancelled) {
      fseek(file, r->offset, SEEK_SET);
      r->got = (long)fread(r->into, 1, (size_t)r->length, file);
    }
    MPI_Grequest_complete(request);
  }
  return unused;
}

static int tell(void *state, MPI_Status *status) {
  const struct reading *r = state;
  MPI_Status_set_elements(status, MPI_BYTE, (int)r->got);
  MPI_Status_set_cancelled(status, r->cancelled);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
  return MPI_SUCCESS;
}

static int finish(void *state) {
  free(state);
  return MPI_SUCCESS;
}

static int stop(void *state, int complete) {
  struct reading *r = state;
  pthread_mutex_lock(&lock);
  if (!complete && !r->begun)
    r->cancelled = 1;
  pthread_mutex_unlock(&lock);
  return MPI_SUCCESS;
}

static void read_block(char *into, long offset, long length, MPI_Request *request) {
  struct reading *r = calloc(1, sizeof *r);
  r->into = into;
  r->offset = offset;
  r->length = length;
  MPI_Grequest_start(tell, finish, stop, r, &r->request);
  *request = r->request;
  pthread_mutex_lock(&lock);
  *last = r;
  last = &r->next;
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&lock);
}

static int sum_of(const char *bytes, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += bytes[i];
  return sum;
}

int main(void) {
  char blocks[READS][100];
  MPI_Request requests[READS];
  MPI_Status statuses[READS];
  pthread_t thread;
  int bytes = 0, count, flag, index, sum = 0;
  begin_level(MPI_THREAD_MULTIPLE);
  file = tmpfile();
  for (int i = 0; i < 1050; i++)
    fputc('a' + i % 7, file);
  pthread_create(&thread, NULL, serve, NULL);
  for (int i = 0; i < READS; i++)
    read_block(blocks[i], 100 * i, 100, &requests[i]);
  MPI_Cancel(&requests[READS - 1]);
  MPI_Waitany(READS, requests, &index, &statuses[0]);
  MPI_Get_count(&statuses[0], MPI_BYTE, &count);
  bytes += count;
  sum += sum_of(blocks[index], count);
  for (int i = 0; i < READS; i++) /* MPICH's MPI_Waitall fails while another thread completes them */
    if (i != index)
      MPI_Wait(&requests[i], &statuses[i]);
  for (int i = 0; i < READS; i++)
    if (i != index) {
      MPI_Test_cancelled(&statuses[i], &flag);
      MPI_Get_count(&statuses[i], MPI_BYTE, &count);
      bytes += count;
      sum += sum_of(blocks[i], count);
    }
  if (rank == 0)
    printf("%d bytes, sum %d\n", bytes, sum);
  pthread_mutex_lock(&lock);
  over = 1;
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  fclose(file);
  MPI_Finalize();
}
