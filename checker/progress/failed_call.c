#include "failed_call.h"

#include "checker/tell/sentence.h"

char *failed_call_text(const char *call, int rank) {
  struct sentence text = {0};
  sentence_add(&text, ENDED_BY_LIBRARY, call, rank);
  return text.text;
}
