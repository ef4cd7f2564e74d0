/* wrap.c: one wrapper for each MPI call. It counts the call, shows it to the watchdog, runs its
 * hooks (hooks.def) and makes it. A call that the MPI library makes for itself goes straight
 * through. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include "interpose/arguments/arguments.h"
#include "interpose/base/own_free.h"
#include "interpose/base/aside.h"
#include "interpose/stack/unwinder.h"
#include "interpose/data/argument_alias.h"
#include "interpose/entry/call_rows.h"
#include "interpose/data/buffer.h"
#include "interpose/greq/grequest.h"
#include "interpose/session/crash.h"
#include "interpose/session/door.h"
#include "interpose/session/joining.h"
#include "interpose/session/life.h"
#include "interpose/tracers/tracers.h"
#include "interpose/calls/completion.h"
#include "interpose/calls/known_collective.h"
#include "interpose/calls/known_message.h"
#include "interpose/calls/known_op.h"
#include "interpose/calls/known_request.h"
#include "interpose/stream/dormant.h"
#include "interpose/data/freeing.h"
#include "interpose/data/stack_buffers.h"
#include "interpose/session/misplaced.h"
#include "interpose/session/together.h"
#include "interpose/handles/shared_requests.h"
#include "interpose/base/call_watch.h"
#include "interpose/base/mpi_call.h"
#include "interpose/handles/object.h"
#include "interpose/handles/op_function.h"
#include "interpose/calls/win.h"
#include "interpose/calls/raise.h"
#include "interpose/handles/rendezvous_steps.h"
#include "interpose/handles/request.h"
#include "interpose/calls/error_result.h"
#include "interpose/base/scratch.h"
#include "interpose/base/thread.h"
#include "interpose/base/unloads.h"
#include "interpose/thread_calls/thread_level.h"
#include "interpose/base/world.h"

#define CALL_FIELD(role, name) args_->name
/* Calls that wait and test are made often, so their arguments are looked at only if a request
 * or a place for a result is a null pointer. */
#define IS_ROLE(role, name) !__builtin_strcmp(#role, name)
#define IS_PLACE(role)                                                                         \
  (IS_ROLE(role, "REQUEST_IO") || IS_ROLE(role, "REQUESTS") || IS_ROLE(role, "FLAG_OUT") ||    \
   IS_ROLE(role, "INT_OUT") || (MPI_STATUS_IGNORE && IS_ROLE(role, "STATUS")))
#define IS_NULL_PLACE(role, name) (IS_PLACE(role) && !(uintptr_t)args_->name) ||
#define HAS_NULL_PLACE(...) (EACH(IS_NULL_PLACE, EACH_NOTHING, __VA_ARGS__) 0)

typedef void hook(struct frame *f);
hook op_release_errors; /* rma_calls.c: runs also if checking has stopped since */
#define ENTER(name, function) extern hook function;
#define LEAVE ENTER
#include "hooks.def"
#undef ENTER
#undef LEAVE

static hook *const on_enter[CALLS] = {
#define ENTER(name, function) [CALL_##name] = function,
#define LEAVE(name, function)
#include "hooks.def"
#undef ENTER
#undef LEAVE
};
static hook *const on_leave[CALLS] = {
#define ENTER(name, function)
#define LEAVE(name, function) [CALL_##name] = function,
#include "hooks.def"
};

/* The same for calls with buffers. */
#define BLOCKING(Name, ...)
#define NONBLOCKING BLOCKING
#define PERSISTENT BLOCKING
#define SPLIT BLOCKING
#define SPLIT_END BLOCKING
#define ORIGIN BLOCKING
#define HOOK_ENTER(Name, function) extern hook function;
#define HOOK_LEAVE HOOK_ENTER
#include "interpose/data/buffers.def"
#undef BLOCKING
#undef NONBLOCKING
#undef PERSISTENT
#undef SPLIT
#undef SPLIT_END
#undef ORIGIN
#undef HOOK_ENTER
#undef HOOK_LEAVE

static hook *const buffer_on_enter[CALLS] = {
#define BLOCKING(Name, ...) [CALL_##Name] = buffer_enter_blocking,
#define NONBLOCKING(Name, ...) [CALL_##Name] = buffer_enter_pending,
#define PERSISTENT(Name, ...)
#define SPLIT(Name, ...) [CALL_##Name] = buffer_enter_split,
#define SPLIT_END(Name)
#define ORIGIN(Name, ...)
#define HOOK_ENTER(Name, function) [CALL_##Name] = function,
#define HOOK_LEAVE(Name, function)
#include "interpose/data/buffers.def"
#undef BLOCKING
#undef NONBLOCKING
#undef PERSISTENT
#undef SPLIT
#undef SPLIT_END
#undef ORIGIN
#undef HOOK_ENTER
#undef HOOK_LEAVE
};
static hook *const buffer_on_leave[CALLS] = {
#define BLOCKING(Name, ...) [CALL_##Name] = buffer_leave_blocking,
#define NONBLOCKING(Name, ...) [CALL_##Name] = buffer_leave_pending,
#define PERSISTENT(Name, ...) [CALL_##Name] = buffer_leave_persistent,
#define SPLIT(Name, ...) [CALL_##Name] = buffer_leave_split,
#define SPLIT_END(Name) [CALL_##Name] = buffer_leave_split_end,
#define ORIGIN(Name, ...)
#define HOOK_ENTER(Name, function)
#define HOOK_LEAVE(Name, function) [CALL_##Name] = function,
#include "interpose/data/buffers.def"
};

/* A message that is like one before does without these hooks. */
#define KNOWN(m)                                                                               \
  m(Send) m(Recv) m(Sendrecv) m(Isend) m(Irecv) m(Allreduce) m(Win_flush_all)                  \
      m(Win_flush_local_all)
#define ROOM(Name) [CALL_##Name] = known_enter_##Name,
static int (*const known_on_enter[CALLS])(struct frame *f) = {KNOWN(ROOM)};
#undef ROOM
#define ROOM(Name) [CALL_##Name] = known_leave_##Name,
static int (*const known_on_leave[CALLS])(struct frame *f) = {KNOWN(ROOM)};
#undef ROOM

/* The same for generalized requests, once there is one. */
#define GREQ(Name) extern hook greq_enter_##Name;
#include "interpose/greq/grequest.def"
#undef GREQ
static hook *const greq_on_enter[CALLS] = {
#define GREQ(Name) [CALL_##Name] = greq_enter_##Name,
#include "interpose/greq/grequest.def"
};

/* The same for calls that free an object. */
#define FREES(Name) extern hook object_enter_##Name;
#include "interpose/handles/objects.def"
#undef FREES
static hook *const object_on_enter[CALLS] = {
#define FREES(Name) [CALL_##Name] = object_enter_##Name,
#include "interpose/handles/objects.def"
};

/* The same for collective calls that have no function for their data. */
#define ON_COMM(Name, ...) extern hook agreed_enter_##Name;
#define ON_WIN ON_COMM
#define ON_FILE ON_COMM
#include "interpose/calls/agreed_calls.def"
#undef ON_COMM
extern hook agreed_leave;
static hook *const agreed_on_enter[CALLS] = {
#define ON_COMM(Name, ...) [CALL_##Name] = agreed_enter_##Name,
#include "interpose/calls/agreed_calls.def"
#undef ON_COMM
#undef ON_WIN
#undef ON_FILE
};

/* What hooks do must not be seen by the program, so they run between these two. A hook may
 * switch checking off: each is asked for anew. */
#define ASIDE_BEGIN(f)                                                                         \
  if (world_wants((f)->call)) {                                                                \
    struct aside aside_ = aside_begin();
#define ASIDE_END                                                                              \
  aside_end(aside_);                                                                           \
  }
#define RUN(hook, f)                                                                           \
  if (world_wants((f)->call))                                                                  \
  (hook)(f)

/* Before the hooks of the call: what few programs ever need. `own`: the wrapper's frame. The
 * caller's stack ends above what the call has put there: the frame pointer, and where it
 * returns to. */
static __attribute__((noinline)) void look_first(struct frame *f, const void *own) {
  if (watch_before & WATCH_DOOR)
    door_open();
  if (watch_before & WATCH_MISPLACED) {
    struct aside aside = aside_begin();
    misplaced_look(f);
    aside_end(aside);
  }
  ASIDE_BEGIN(f)
  if (thread_level_looks() && !f->depth)
    thread_level_check(f);
  if (dormant == DORMANT_SHARED && world_wants(f->call))
    dormant_other_thread(f->thread);
  if (lent_count && !f->depth && world_wants(f->call))
    lent_look(f, (const char *)own + 2 * sizeof(void *));
  if (f->thread->callbacks.count)
    RUN(greq_called, f);
  if (f->thread->nested)
    RUN(op_function_called, f);
  f->thread->nested = 0;
  ASIDE_END
}

static __attribute__((noinline)) int looks_at_threads(void) {
  return thread_level_looks() ||
         (dormant == DORMANT_SHARED && (thread_several || order_several));
}

/* Whether it has something to look at. */
static inline __attribute__((always_inline)) int looks_first(const struct thread *t) {
  return lent_count | t->callbacks.count | t->nested | watch_before ||
         (order_on && looks_at_threads());
}

/* A flush has no buffers, and a process that has windows is not dormant. */
#define IS_FLUSH(name) (IS_CALL(name, "Win_flush_all") || IS_CALL(name, "Win_flush_local_all"))
#define KNOWN_NOW(name) (IS_FLUSH(name) || (dormant_ == DORMANT && !views_))

/* The short way of a call whose message is known, where another thread may wake the process. */
static __attribute__((noinline)) int take_locked(int (*way)(struct frame *), struct frame *f) {
  dormant_lock();
  int taken = dormant && way(f);
  dormant_unlock();
  return taken;
}

#define HOOKED(name)                                                                           \
  (on_enter[CALL_##name] || on_leave[CALL_##name] || buffer_on_enter[CALL_##name] ||           \
   buffer_on_leave[CALL_##name] || greq_on_enter[CALL_##name])

/* Buffers are passed to MPI by the addresses that MPI has for them (tracer.h). */
#define TO_MPI(role, name)                                                                     \
  if (IS_BUFFER(role))                                                                         \
    tracers_to_mpi(&pointers_, &args_->name);
#define TO_PROGRAM(role, name)                                                                 \
  if (IS_BUFFER(role))                                                                         \
    args_->name = given_.name;

/* Notes what a call has made. Other roles make nothing. */
#define MADE(role, name)                                                                       \
  if (!__builtin_strcmp(#role, "REQUEST_OUT"))                                                 \
    made_request(f_, (int)(intptr_t)result_, &args_->name);                                    \
  else if (MADE_OBJECT(role) >= 0)                                                             \
    made_object(f_, (int)(intptr_t)result_, MADE_OBJECT(role), &args_->name);
static int found_nothing(const struct frame *f) {
  const struct args_Improbe *a = f->args;
  return f->call == CALL_Improbe && !*a->flag;
}

/* Only errno has to be kept here: taking the stack keeps the rest itself. */
static void made_object(struct frame *f, int rc, int kind, const void *argument) {
  const void *handle = *(const void *const *)argument;
  if (rc != MPI_SUCCESS || !handle || !world_wants(f->call) || found_nothing(f))
    return;
  int error = errno;
  object_made(f, kind, handle);
  errno = error;
}

static void failed(struct frame *f, int code) {
  if (!world_wants(f->call))
    return;
  struct aside a = aside_begin();
  result_failed(f, code);
  aside_end(a);
}

static inline void made_request(struct frame *f, int rc, const void *request) {
  if (greq_started)
    greq_other(f, rc, request);
  if (rc != MPI_SUCCESS || f->thread->followed == f->thread->seq || !world_wants(f->call))
    return;
  struct aside a = aside_begin();
  /* The argument is a pointer to the handle. */
  MPI_Request handle = **(MPI_Request *const *)request;
  if (request_shared(handle)) {
    rendezvous_begin(f);
    shared_requests_started(f, *(MPI_Request *const *)request);
  } else {
    request_made(f, handle);
  }
  aside_end(a);
}

/* After a call that is known, nothing else may be left to do. */
static inline int nothing_left(void) {
  return !(watch_after | tracer_due | tracer_around);
}

/* Whether a call that asks (ASKS) can be made with nothing before and after it: nothing waits
 * to be done, and its arguments cannot be wrong. Where the answer goes is the last argument. */
static inline __attribute__((always_inline)) int
asks_alone(const struct thread *t, const void *args, int comm, int time) {
  const void *answer;
  if (t->depth || t->greq || !nothing_left() || looks_first(t))
    return 0;
  if (time)
    return 1;
  __builtin_memcpy(&answer, (const char *)args + (comm ? sizeof answer : 0), sizeof answer);
  return answer &&
         (!comm || (!(objects_over & OBJECT_BIT(OBJECT_COMM)) && arguments_alike(args)));
}

/* What few calls need is in functions of their own: the call itself, if buffers have another
 * address for MPI; and what is left to do after it, which is nothing after a call that is
 * known. `known`: the hooks after it need not run. */
#define ROW(ret, name, class, ...)                                                             \
  static __attribute__((noinline))                                                             \
  ret leave_##name(struct frame *f_, struct args_##name *args_, ret result_, int known_) {     \
    struct thread *thread_ = f_->thread;                                                       \
    (void)args_;                                                                               \
    if (f_->freed)                                                                             \
      object_freed(f_, (int)(intptr_t)result_);                                                \
    if (IS_RMA(class) && f_->fatal)                                                            \
      op_release_errors(f_);                                                                   \
    f_->rc = (int)(intptr_t)result_;                                                           \
    if (agreed_on_enter[CALL_##name]) {                                                        \
      ASIDE_BEGIN(f_)                                                                          \
      agreed_leave(f_);                                                                        \
      ASIDE_END                                                                                \
    }                                                                                          \
    if (IS_CALL(name, "Init") || IS_CALL(name, "Init_thread") ||                               \
        IS_CALL(name, "Comm_create_from_group"))                                               \
      together_leave(f_);                                                                      \
    if (IS_CALL(name, "Comm_spawn") || IS_CALL(name, "Comm_spawn_multiple"))                   \
      joining_leave(f_);                                                                       \
    if (!known_ &&                                                                             \
        (on_leave[CALL_##name] || (buffer_on_leave[CALL_##name] &&                             \
                                   (f_->buffers.any || !buffer_on_enter[CALL_##name])))) {     \
      ASIDE_BEGIN(f_)                                                                          \
      if (on_leave[CALL_##name])                                                               \
        on_leave[CALL_##name](f_);                                                             \
      if (buffer_on_leave[CALL_##name] && (f_->buffers.any || !buffer_on_enter[CALL_##name]))  \
        RUN(buffer_on_leave[CALL_##name], f_);                                                 \
      ASIDE_END                                                                                \
    }                                                                                          \
    if (IS_RMA(class) && f_->fatal && (int)(intptr_t)result_ != MPI_SUCCESS)                   \
      result_ = REAL(name)(EACH(CALL_FIELD, EACH_COMMA, __VA_ARGS__));                         \
    if (IS_WINDOW(class) && raise_on) {                                                        \
      int code_ = raise_after(f_, (int)(intptr_t)result_);                                     \
      __builtin_memcpy(&result_, &code_, sizeof code_);                                        \
    }                                                                                          \
    if (thread_->greq && thread_->greq->unfinished)                                            \
      greq_after(f_, (int)(intptr_t)result_);                                                  \
    EACH(MADE, EACH_NOTHING, __VA_ARGS__)                                                      \
    if (RETURNS_CODE(ret, class) && (int)(intptr_t)result_ != MPI_SUCCESS)                     \
      failed(f_, (int)(intptr_t)result_);                                                      \
    if (tracer_due)                                                                            \
      tracers_settle();                                                                        \
    thread_leave(thread_);                                                                     \
    if (tracer_around && !thread_->depth)                                                      \
      tracers_leave();                                                                         \
    if (watch_after & WATCH_DOOR && !thread_->depth)                                           \
      door_close();                                                                            \
    return result_;                                                                            \
  }                                                                                            \
  static __attribute__((noinline))                                                             \
  ret views_##name(struct frame *f_, struct args_##name *args_) {                              \
    struct pointers pointers_ = {.frame = f_};                                                 \
    struct args_##name given_ = *args_;                                                        \
    (void)pointers_, (void)given_;                                                             \
    EACH(TO_MPI, EACH_NOTHING, __VA_ARGS__)                                                    \
    ret result_ = CARRY_OUT(name)(EACH(CALL_FIELD, EACH_COMMA, __VA_ARGS__));                  \
    EACH(TO_PROGRAM, EACH_NOTHING, __VA_ARGS__)                                                \
    f_->rc = (int)(intptr_t)result_;                                                           \
    win_addresses(f_);                                                                         \
    return leave_##name(f_, args_, result_, 0);                                                \
  }                                                                                            \
  static __attribute__((noinline))                                                             \
  ret shared_##name(struct frame *f_, struct args_##name *args_) {                             \
    ret result_ = CARRY_OUT(name)(EACH(CALL_FIELD, EACH_COMMA, __VA_ARGS__));                  \
    (void)args_;                                                                               \
    f_->rc = (int)(intptr_t)result_;                                                           \
    int known_ = take_locked(known_on_leave[CALL_##name], f_);                                 \
    if (!known_ || !nothing_left())                                                            \
      return leave_##name(f_, args_, result_, known_);                                         \
    thread_leave(f_->thread);                                                                  \
    return result_;                                                                            \
  }                                                                                            \
  static ret wrap_##name(EACH(CALL_PARAM, EACH_COMMA, __VA_ARGS__)) {                          \
    struct args_##name all_ = {EACH(CALL_ARG, EACH_COMMA, __VA_ARGS__)}, *args_ = &all_;       \
    struct thread *thread_ = thread_self();                                                    \
    (void)args_;                                                                               \
    if (!thread_ ||                                                                            \
        (thread_->depth && thread_inside(thread_, __builtin_frame_address(0),                  \
                                         __builtin_return_address(0), HOOKED(name))))          \
      return REAL(name)(EACH(CALL_FIELD, EACH_COMMA, __VA_ARGS__));                            \
    if (ASKS(name) && asks_alone(thread_, args_, ASKS_COMM(name), ASKS_TIME(name))) {          \
      struct {                                                                                 \
        const void *args;                                                                      \
        unsigned call;                                                                         \
        int depth;                                                                             \
      } asked_ = {args_, CALL_##name, 0};                                                      \
      THREAD_ENTER(thread_, &asked_);                                                          \
      ret result_ = CARRY_OUT(name)(EACH(CALL_FIELD, EACH_COMMA, __VA_ARGS__));                \
      thread_leave(thread_);                                                                   \
      return result_;                                                                          \
    }                                                                                          \
    struct frame frame_;                                                                       \
    frame_.call = CALL_##name;                                                                 \
    frame_.args = args_;                                                                       \
    frame_.thread = thread_;                                                                   \
    frame_.sent.need = -1;                                                                     \
    frame_.rc = frame_.sent.counted = frame_.sent.numbered = frame_.sent.kept = 0;             \
    frame_.buffers.any = frame_.fatal = frame_.greq.any = NULL;                                \
    frame_.freed = NULL;                                                                       \
    frame_.mark = 0;                                                                           \
    frame_.receive = (struct frame_receive){NULL, 0, 0, 0, 0, 0};                              \
    THREAD_ENTER(thread_, &frame_);                                                            \
    thread_->heard += THREAD_HEARS(#class, #name);                                             \
    if (tracer_around)                                                                         \
      tracers_enter();                                                                         \
    if (objects_over & (ARGUMENT_KINDS(__VA_ARGS__)) && !frame_.depth &&                       \
        world_wants(CALL_##name))                                                              \
      handles_check(&frame_);                                                                  \
    if (looks_first(thread_))                                                                  \
      look_first(&frame_, __builtin_frame_address(0));                                         \
    if (IS_CALL(name, "Comm_free") || IS_CALL(name, "Comm_disconnect"))                        \
      together_enter(&frame_);                                                                 \
    if (IS_CALL(name, "Comm_spawn") || IS_CALL(name, "Comm_spawn_multiple"))                   \
      joining_enter(&frame_);                                                                  \
    int views_ = tracer_views, dormant_ = dormant;                                             \
    if (known_on_enter[CALL_##name] && KNOWN_NOW(name) &&                                      \
        known_on_enter[CALL_##name](&frame_)) {                                                \
      ret result_ = CARRY_OUT(name)(EACH(CALL_FIELD, EACH_COMMA, __VA_ARGS__));                \
      frame_.rc = (int)(intptr_t)result_;                                                      \
      int known_ = known_on_leave[CALL_##name](&frame_);                                       \
      if (!known_ || !nothing_left())                                                          \
        return leave_##name(&frame_, args_, result_, known_);                                  \
      thread_leave(thread_);                                                                   \
      return result_;                                                                          \
    }                                                                                          \
    if (known_on_enter[CALL_##name] && !IS_FLUSH(name) && dormant_ == DORMANT_SHARED &&        \
        !views_ && take_locked(known_on_enter[CALL_##name], &frame_))                          \
      return shared_##name(&frame_, args_);                                                    \
    if (on_enter[CALL_##name] || buffer_on_enter[CALL_##name] || buffer_on_leave[CALL_##name]) \
      scratch_begin(&thread_->scratch, frame_.depth);                                          \
    if (!(ASKS_COMM(name) && arguments_alike(args_)) &&                                        \
        (on_enter[CALL_##name] || buffer_on_enter[CALL_##name] ||                              \
         object_on_enter[CALL_##name] || agreed_on_enter[CALL_##name] ||                       \
         (greq_on_enter[CALL_##name] && greq_started) || ARGUMENTS_ROW(class, name) ||         \
         ALIAS_ROW(class, __VA_ARGS__))) {                                                     \
      ASIDE_BEGIN(&frame_)                                                                     \
      if (!frame_.depth && (ARGUMENTS_ROW(class, name) ||                                      \
                            (OF_CLASS(class, "REQ") && HAS_NULL_PLACE(__VA_ARGS__))))          \
        arguments_check(&frame_);                                                              \
      if (greq_on_enter[CALL_##name] && greq_started)                                          \
        greq_on_enter[CALL_##name](&frame_);                                                   \
      if (agreed_on_enter[CALL_##name])                                                        \
        RUN(agreed_on_enter[CALL_##name], &frame_);                                            \
      if (ALIAS_ROW(class, __VA_ARGS__))                                                       \
        alias_enter(&frame_);                                                                  \
      if (buffer_on_enter[CALL_##name] &&                                                      \
          (buffer_on_enter[CALL_##name] != buffer_enter_blocking || access_watched()))         \
        RUN(buffer_on_enter[CALL_##name], &frame_);                                            \
      if (on_enter[CALL_##name])                                                               \
        RUN(on_enter[CALL_##name], &frame_);                                                   \
      if (object_on_enter[CALL_##name])                                                        \
        RUN(object_on_enter[CALL_##name], &frame_);                                            \
      ASIDE_END                                                                                \
    }                                                                                          \
    if (views_)                                                                                \
      return views_##name(&frame_, args_);                                                     \
    ret result_ = CARRY_OUT(name)(EACH(CALL_FIELD, EACH_COMMA, __VA_ARGS__));                  \
    return leave_##name(&frame_, args_, result_, 0);                                           \
  }
#include "interpose/mpi/rows.def"

static void *const wrappers[CALLS] = {
#define ROW(ret, name, class, ...) [CALL_##name] = (void *)wrap_##name,
#include "interpose/mpi/rows.def"
};

/* Called once by libfencepost.so, whose slots still hold the library's own functions. `unloads`
 * counts what unloads code. */
__attribute__((visibility("default"))) hooks_attach fencepost_attach;
void fencepost_attach(void *mpi, void **slots, const atomic_uint *unloads,
                      struct hooks_modules *modules, struct hooks_calls *calls) {
  real_find(mpi);
  aside_attach(&calls->cancel, &calls->cancelled);
  for (unsigned i = 0; i < CALLS; i++)
    if (mpi_real[i] && wrappers[i])
      slots[i] = wrappers[i];
  code_unloads_watch(unloads);
  freed_attach(&calls->freed);
  own_free_by(calls->next_free);
  own_realloc_by(calls->next_realloc);
  tracers_attach(modules, calls);
  crash_attach(&calls->action);
  door_attach(&calls->target);
  calls->mask = unwinder_masks;
  life_attach(mpi, calls);
}
