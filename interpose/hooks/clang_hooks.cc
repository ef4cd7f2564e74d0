/* clang_hooks.cc: a plug-in for clang that does what gcc's does (gcc_loops.cc, gcc_tests.cc).
 *
 * Clang's -fsanitize=thread comes last, when loops are vectorized. So of some loops parts are
 * told one after the other, and a vectorized loop stays as it is. */
#include <set>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#include "hooks.h"

using namespace llvm;

namespace {

const unsigned DEPTH = 16; /* how far back we look where a value comes from */
const char LOAD[] = "__fencepost_load", STORE[] = "__fencepost_store";
const uint32_t SELDOM = 1, OFTEN = 2000;

/* A call that -fsanitize=thread has put before a load or store, or one that we have made of
 * several. */
struct hook {
  CallInst *call;
  bool loads, stores, aligned;
  unsigned size;
};

bool hook_is(Instruction &i, hook *h) {
  auto *call = dyn_cast<CallInst>(&i);
  Function *f = call ? call->getCalledFunction() : nullptr;
  StringRef name = f ? f->getName() : "";
  if (name == LOAD || name == STORE) {
    *h = {call, name == LOAD, name == STORE, false,
          (unsigned)cast<ConstantInt>(call->getArgOperand(1))->getZExtValue()};
    return true;
  }
  if (!name.consume_front("__tsan_") || call->arg_size() != 1)
    return false;
  *h = {call, false, false, !name.consume_front("unaligned_"), 0};
  name.consume_front("volatile_");
  h->loads = name.consume_front("read");
  name.consume_front("_");
  h->stores = name.consume_front("write");
  return !name.getAsInteger(10, h->size) && h->size && (h->loads || h->stores);
}

/* Whole loops. */

/* Gathers the hooks of a loop; false if it is to be left alone. */
bool gather(Loop *loop, SmallVectorImpl<hook> &hooks) {
  hook h;
  for (BasicBlock *b : loop->blocks())
    for (Instruction &i : *b) {
      if (hook_is(i, &h))
        hooks.push_back(h);
      else if (auto *call = dyn_cast<CallBase>(&i)) {
        auto *known = dyn_cast<IntrinsicInst>(call);
        if (!known || !(call->doesNotAccessMemory() || known->isAssumeLikeIntrinsic()) ||
            !call->doesNotThrow())
          return false;
      } else if (i.isVolatile() || i.isAtomic())
        return false;
    }
  return true;
}

class teller {
  /* What will be told by one call. */
  struct row {
    hook h;
    const SCEV *at, *step, *count;
  };

public:
  teller(Function &f, ScalarEvolution &evolution, DominatorTree &dominators)
      : f(f), se(evolution), dt(dominators),
        expander(evolution, f.getParent()->getDataLayout(), "told"),
        word(Type::getInt64Ty(f.getContext())) {
  }

  /* What comes before the way out happens once more than what comes behind it, which may not
   * happen at all. */
  bool tell(Loop *loop) {
    SmallVector<hook, 16> hooks;
    BasicBlock *before = loop->getLoopPreheader(), *out = loop->getExitingBlock();
    if (!before || !out || !loop->getLoopLatch() || !loop->getExitBlock() ||
        !gather(loop, hooks) || hooks.empty())
      return false;
    const SCEV *again = se.getBackedgeTakenCount(loop);
    if (isa<SCEVCouldNotCompute>(again) || !fits(again) || !can_be_before(again, before))
      return false;
    again = se.getNoopOrZeroExtend(again, word);
    const SCEV *all = se.getAddExpr(again, se.getOne(word));
    SmallVector<row, 16> rows;
    for (const hook &h : hooks)
      if (dt.dominates(h.call->getParent(), loop->getLoopLatch()))
        add(loop, h, dt.dominates(h.call->getParent(), out) ? all : again, rows);
    for (const row &r : rows)
      put(r, before->getTerminator());
    return !rows.empty();
  }

  /* What copies of one access in an unrolled loop do side by side becomes one call. */
  void join(BasicBlock &block, function_ref<bool(const hook &)> stays) {
    SmallVector<row, 16> rows;
    hook h;
    for (Instruction &i : make_early_inc_range(block)) {
      if (hook_is(i, &h) && h.loads != h.stores && !stays(h)) {
        row more = {h, se.getSCEV(h.call->getArgOperand(0)), nullptr, nullptr};
        if (any_of(rows, [&](row &r) { return joins(r, more); }))
          h.call->eraseFromParent();
        else
          rows.push_back(more);
      } else if (isa<CallBase>(i) && !isa<IntrinsicInst>(i)) {
        widen(rows);
        rows.clear();
      }
    }
    widen(rows);
  }

private:
  bool fits(const SCEV *s) {
    return se.getTypeSizeInBits(s->getType()) <= 64;
  }

  bool can_be_before(const SCEV *s, BasicBlock *before) {
    return isSafeToExpandAt(s, before->getTerminator(), se);
  }

  void add(Loop *loop, const hook &h, const SCEV *count, SmallVectorImpl<row> &rows) {
    const SCEV *at = se.getSCEV(h.call->getArgOperand(0)), *step = se.getZero(word);
    auto *goes_on = dyn_cast<SCEVAddRecExpr>(at);
    if (goes_on && goes_on->getLoop() == loop && goes_on->isAffine()) {
      at = goes_on->getStart();
      step = goes_on->getStepRecurrence(se);
    }
    BasicBlock *before = loop->getLoopPreheader();
    if (!se.isLoopInvariant(at, loop) || !se.isLoopInvariant(step, loop) || !fits(step) ||
        !can_be_before(at, before) || !can_be_before(step, before))
      return;
    row more = {h, at, se.getNoopOrSignExtend(step, word), count};
    if (none_of(rows, [&](row &r) { return joins(r, more); }))
      rows.push_back(more);
    else
      h.call->eraseFromParent();
  }

  /* Joins to `r` what the same access of an unrolled loop does beside it. */
  bool joins(row &r, const row &more) {
    if (r.step != more.step || r.count != more.count || r.h.loads != more.h.loads ||
        r.h.stores != more.h.stores || r.h.call->getDebugLoc() != more.h.call->getDebugLoc())
      return false;
    auto *apart = dyn_cast<SCEVConstant>(se.getMinusSCEV(more.at, r.at));
    if (!apart || apart->getAPInt().abs().ugt(HOOKS_GRANULE))
      return false;
    int64_t lo = apart->getAPInt().getSExtValue(), hi = lo + more.h.size, size = r.h.size;
    if (lo > size || hi < 0)
      return false;
    r.at = lo < 0 ? more.at : r.at;
    r.h.size = (unsigned)(std::max(hi, size) - std::min(lo, int64_t(0)));
    return true;
  }

  /* Puts one call before the loop for a hook in it, which goes away. */
  void put(const row &r, Instruction *where) {
    IRBuilder<> b(where);
    b.SetCurrentDebugLocation(r.h.call->getDebugLoc());
    Value *arguments[] = {expander.expandCodeFor(r.at, b.getInt8PtrTy(), where),
                          expander.expandCodeFor(r.step, word, where),
                          expander.expandCodeFor(r.count, word, where), b.getInt64(r.h.size)};
    if (r.h.loads)
      b.CreateCall(rows_teller("__fencepost_loads"), arguments);
    if (r.h.stores)
      b.CreateCall(rows_teller("__fencepost_stores"), arguments);
    r.h.call->eraseFromParent();
  }

  /* Replaces hooks to which others were joined. */
  void widen(ArrayRef<row> rows) {
    for (const row &r : rows) {
      hook had;
      hook_is(*r.h.call, &had);
      if (had.size == r.h.size)
        continue;
      IRBuilder<> b(r.h.call);
      Value *first = r.h.call->getArgOperand(0);
      auto *apart = cast<SCEVConstant>(se.getMinusSCEV(r.at, se.getSCEV(first)));
      Value *at =
          b.CreateGEP(b.getInt8Ty(), first, b.getInt64(apart->getAPInt().getSExtValue()));
      FunctionCallee tells = f.getParent()->getOrInsertFunction(
          r.h.loads ? LOAD : STORE, b.getVoidTy(), b.getInt8PtrTy(), word);
      b.CreateCall(tells, {at, b.getInt64(r.h.size)});
      r.h.call->eraseFromParent();
    }
  }

  FunctionCallee rows_teller(const char *name) {
    return f.getParent()->getOrInsertFunction(name, Type::getVoidTy(f.getContext()),
                                              Type::getInt8PtrTy(f.getContext()), word, word,
                                              word);
  }

  Function &f;
  ScalarEvolution &se;
  DominatorTree &dt;
  SCEVExpander expander;
  Type *word;
};

/* Tests before hooks. */

/* Whether a value may be another one each time round: it comes from the time before, or is
 * loaded from an address that does. */
bool changes(Value *value, Loop *loop, const LoopInfo &loops, unsigned depth) {
  auto *from = dyn_cast<Instruction>(value);
  if (!from || !loop->contains(from) || !depth || isa<CallBase>(from))
    return false;
  if (isa<PHINode>(from) && loops.isLoopHeader(from->getParent()))
    return true;
  for (Value *part : from->operands())
    if (changes(part, loop, loops, depth - 1))
      return true;
  return false;
}

bool is_in_frame(Value *address) {
  return isa<AllocaInst>(getUnderlyingObject(address, DEPTH));
}

/* Where a hook is in the source. The compiler may put a copy of a loop's first look before the
 * loop; it has the same place. */
typedef std::pair<unsigned, unsigned> place;
place place_of(const hook &h) {
  const DebugLoc &at = h.call->getDebugLoc();
  return at ? place(at.getLine(), at.getCol()) : place(0, 0);
}

/* Gathers the places of hooks in a loop that could wait: it looks at one location again and
 * again, and stores nothing but its own variables. */
void gather_waits(Loop *loop, const LoopInfo &loops, std::set<place> &waits) {
  bool looks = false, stores = false;
  std::set<place> places;
  hook h;
  for (BasicBlock *b : loop->blocks())
    for (Instruction &i : *b) {
      if (!hook_is(i, &h))
        continue;
      Value *at = h.call->getArgOperand(0);
      looks |= h.loads && !changes(at, loop, loops, DEPTH);
      stores |= h.stores && !is_in_frame(at);
      places.insert(place_of(h));
    }
  if (looks && !stores)
    waits.insert(places.begin(), places.end());
}

/* __fencepost_filter of this module (hook_table.h). */
Value *filter_of(Module *m) {
  Type *bytes = ArrayType::get(Type::getInt8Ty(m->getContext()), HOOKS_GRANULES);
  auto *filter = cast<GlobalVariable>(m->getOrInsertGlobal("__fencepost_filter", bytes));
  filter->setVisibility(GlobalValue::HiddenVisibility);
  filter->setDSOLocal(true);
  return filter;
}

/* The filter's byte for `address + more`. */
Value *byte_of(IRBuilder<> &b, Value *filter, Value *address, unsigned more) {
  Value *at = b.CreateTrunc(b.CreatePtrToInt(address, b.getInt64Ty()), b.getInt32Ty());
  if (more)
    at = b.CreateAdd(at, b.getInt32(more));
  at = b.CreateZExt(b.CreateLShr(at, HOOKS_SHIFT), b.getInt64Ty());
  Value *place = b.CreateInBoundsGEP(cast<GlobalVariable>(filter)->getValueType(), filter,
                                     {b.getInt64(0), at});
  return b.CreateLoad(b.getInt8Ty(), place);
}

void test_put(const hook &h) {
  IRBuilder<> b(h.call);
  Value *filter = filter_of(h.call->getModule()), *address = h.call->getArgOperand(0);
  Value *byte = byte_of(b, filter, address, 0);
  if (!h.aligned)
    byte = b.CreateOr(byte, byte_of(b, filter, address, h.size - 1));
  MDNode *seldom = MDBuilder(b.getContext()).createBranchWeights(SELDOM, OFTEN);
  h.call->moveBefore(
      SplitBlockAndInsertIfThen(b.CreateICmpNE(byte, b.getInt8(0)), h.call, false, seldom));
}

bool tests_put(Function &f, const LoopInfo &loops, teller &told) {
  SmallVector<hook, 64> hooks;
  std::set<place> waits;
  hook h;
  for (Loop *loop : loops.getLoopsInPreorder())
    gather_waits(loop, loops, waits);
  auto stays = [&](const hook &one) { return waits.count(place_of(one)) != 0; };
  for (BasicBlock &b : f) {
    told.join(b, stays);
    for (Instruction &i : b)
      if (hook_is(i, &h) && !stays(h))
        hooks.push_back(h);
  }
  for (const hook &each : hooks)
    test_put(each);
  return !hooks.empty();
}

struct pass_hooks : PassInfoMixin<pass_hooks> {
  PreservedAnalyses run(Function &f, FunctionAnalysisManager &all) {
    LoopInfo &loops = all.getResult<LoopAnalysis>(f);
    bool any = false;
    if (f.hasOptNone() || f.callsFunctionThatReturnsTwice())
      return PreservedAnalyses::all();
    teller told(f, all.getResult<ScalarEvolutionAnalysis>(f),
                all.getResult<DominatorTreeAnalysis>(f));
    for (Loop *loop : loops.getLoopsInPreorder())
      if (loop->isInnermost())
        any |= told.tell(loop);
    ReversePostOrderTraversal<Function *> blocks(&f);
    if (!containsIrreducibleCFG<BasicBlock *>(blocks, loops)) /* they may be loops that wait */
      any |= tests_put(f, loops, told);
    return any ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

/* Passes come in the order in which they are registered, and -fsanitize=thread registers its
 * own behind those of plug-ins, but before the first pass begins. */
void enter(PassBuilder &builder) {
  builder.registerPipelineStartEPCallback(
      [&builder](ModulePassManager &, OptimizationLevel level) {
        if (level != OptimizationLevel::O0)
          builder.registerOptimizerLastEPCallback([](ModulePassManager &m, OptimizationLevel) {
            FunctionPassManager each;
            each.addPass(LoopSimplifyPass()); /* each loop has a block before it */
            each.addPass(pass_hooks());
            m.addPass(createModuleToFunctionPassAdaptor(std::move(each)));
          });
      });
}

} // namespace

extern "C" PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "fencepost", LLVM_VERSION_STRING, enter};
}
