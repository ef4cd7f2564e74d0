/* ompt.h: as much of OpenMP's interface for tools (OpenMP 5.0, chapter 4) as we use. Its header
 * comes with LLVM's runtime, which need not be there where Fencepost is built. */
#ifndef FENCEPOST_OMPT_H
#define FENCEPOST_OMPT_H

#include <stdint.h>

typedef union ompt_data {
  uint64_t value;
  void *ptr;
} ompt_data_t;

typedef void (*ompt_callback_t)(void);
typedef ompt_callback_t (*ompt_function_lookup_t)(const char *name);
typedef int (*ompt_set_callback_t)(int event, ompt_callback_t callback);

typedef struct ompt_start_tool_result {
  int (*initialize)(ompt_function_lookup_t lookup, int device, ompt_data_t *tool);
  void (*finalize)(ompt_data_t *tool);
  ompt_data_t tool_data;
} ompt_start_tool_result_t;

enum ompt_event {
  ompt_callback_parallel_begin = 3,
  ompt_callback_parallel_end = 4,
  ompt_callback_task_create = 5,
  ompt_callback_task_schedule = 6,
  ompt_callback_implicit_task = 7,
  ompt_callback_dependences = 18,
  ompt_callback_sync_region = 23,
  ompt_callback_reduction = 31
};

enum ompt_scope { ompt_scope_begin = 1, ompt_scope_end = 2 };

/* All other kinds are barriers. */
enum ompt_sync_kind {
  ompt_sync_region_taskwait = 5,
  ompt_sync_region_taskgroup = 6,
  ompt_sync_region_reduction = 7
};

enum ompt_task_flag { ompt_task_initial = 0x1, ompt_task_untied = 0x10000000 };

enum ompt_task_status {
  ompt_task_complete = 1,
  ompt_task_cancel = 3,
  ompt_task_detach = 4,
  ompt_taskwait_complete = 8
};

enum ompt_dependence_type {
  ompt_dependence_type_source = 5,
  ompt_dependence_type_sink = 6,
  ompt_dependence_type_inoutset = 7,
  ompt_dependence_type_out_all_memory = 34,
  ompt_dependence_type_inout_all_memory = 35
};

typedef struct ompt_dependence {
  ompt_data_t variable;
  int dependence_type;
} ompt_dependence_t;

#endif
