#include "rank_list.h"

#include <stdlib.h>

#include "checker/tell/sentence.h"

int rank_list_add(struct rank_list *list, int32_t rank) {
  if (list->n && list->at[list->n - 1] == rank)
    return 1;
  if (list->n == list->room) {
    size_t room = list->room ? 2 * list->room : 8;
    int32_t *at = realloc(list->at, room * sizeof *at);
    if (!at)
      return 0;
    list->at = at;
    list->room = room;
  }
  list->at[list->n++] = rank;
  return 1;
}

static int by_number(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

void rank_list_sort(struct rank_list *list) {
  size_t n = 0;
  if (list->n)
    qsort(list->at, list->n, sizeof *list->at, by_number);
  for (size_t i = 0; i < list->n; i++)
    if (!n || list->at[n - 1] != list->at[i])
      list->at[n++] = list->at[i];
  list->n = n;
}

void rank_list_tell(const int32_t *rank, size_t n, struct sentence *text) {
  for (size_t i = 0, to; i < n; i = to) {
    for (to = i + 1; to < n && rank[to] == rank[to - 1] + 1; to++)
      ;
    if (i)
      sentence_add(text, NEXT_OF_RANKS, rank[i]);
    else if (n == 1)
      sentence_add(text, ONE_RANK, rank[i]);
    else
      sentence_add(text, FIRST_OF_RANKS, rank[i]);
    if (to > i + 1)
      sentence_add(text, LAST_OF_RANKS, rank[to - 1]);
  }
}
