// Lets ThreadSanitizer see Mutex where threads contend for it. sanitize.sh links this into what it
// tests; nothing else does.
//
// Mutex's quick path is compiled into its caller, instrumented like all of it. The slow path lies in
// libswiftSynchronization, which is built without instruments: a thread that had to wait for the
// lock seems to hold nothing, and what the lock guards looks raced for. Here the slow path's
// functions tell ThreadSanitizer what they do, at the address where the quick path's atomics do.
// An executable's symbols come before a library's, so these are called in the library's stead. Were
// they renamed by a new toolchain, contended locks would be reported again: noise, not silence.
//
// Dispatch needs no such help: ThreadSanitizer intercepts its queues and semaphores itself.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// What Swift's methods take: `self` in the context's register.
#define SELF __attribute__((swift_context)) void *self
#define SWIFT_METHOD __attribute__((swiftcall))

// `_MutexHandle._lockSlow(_: UInt32)`, `_tryLockSlow() -> Bool` and `_unlockSlow()`.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT_METHOD void (*Lock)(uint32_t thread, SELF);
typedef SWIFT_METHOD bool (*TryLock)(SELF);
typedef SWIFT_METHOD void (*Unlock)(SELF);

SWIFT_METHOD void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT_METHOD bool try_lock_slow(SELF) __asm__(TRY_LOCK);
SWIFT_METHOD void unlock_slow(SELF) __asm__(UNLOCK);

SWIFT_METHOD void lock_slow(uint32_t thread, SELF) {
  ((Lock)dlsym(RTLD_NEXT, LOCK))(thread, self);
  __tsan_acquire(self);
}

SWIFT_METHOD bool try_lock_slow(SELF) {
  bool is_taken = ((TryLock)dlsym(RTLD_NEXT, TRY_LOCK))(self);
  if (is_taken) __tsan_acquire(self);
  return is_taken;
}

SWIFT_METHOD void unlock_slow(SELF) {
  __tsan_release(self);
  ((Unlock)dlsym(RTLD_NEXT, UNLOCK))(self);
}
