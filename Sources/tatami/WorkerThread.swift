import Glibc

/// What makes a Dispatch thread a worker: one that gives way to the event loops, so that a million
/// items laid out do not delay a short response.
///
/// 1. Its nice value is at least 5, a thread's own on Linux. At 10, programs that compute beside it
///    left it three times less: a million items took seconds.
/// 2. While it works, a timer interrupts it every 0.2 ms, and it offers its processor to other
///    threads, which would else wait for the system's next tick, up to 4 ms away. Neither parser nor engine
///    needs to know.
enum WorkerThread {
  /// How long a thread works before it yields: shorter turns hold requests up less, longer ones get
  /// more work done beside them.
  fileprivate static let turnNanoseconds = 200_000

  /// A worker's nice value.
  static let niceValue: Int32 = 5

  /// Does work on the calling thread as a worker.
  @Sendable static func run(_ work: () -> Void) {
    let turns = turns
    turns?.begin()
    work()
    turns?.end()
  }

  /// The calling thread's turns, which it keeps until it ends; made the first time.
  private static var turns: WorkerTurns? {
    guard let key else { return nil }
    // The key holds nothing but turns, retained until the thread ends.
    if let kept = unsafe pthread_getspecific(key) {
      return unsafe Unmanaged<WorkerTurns>.fromOpaque(kept).takeUnretainedValue()
    }
    lowerPriority()
    let turns = WorkerTurns()
    unsafe pthread_setspecific(key, Unmanaged.passRetained(turns).toOpaque())
    return turns
  }

  /// Where a thread keeps its turns; nil if the system has no place left.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key) { kept in
      if let kept = unsafe kept { unsafe Unmanaged<WorkerTurns>.fromOpaque(kept).release() }
    }
    return status == 0 ? key : nil
  }()

  private static func lowerPriority() {
    let process = __priority_which_t(PRIO_PROCESS.rawValue)
    setpriority(process, 0, max(niceValue, getpriority(process, 0)))
  }
}

/// The timer that divides a thread's work into turns.
///
/// Without a timer of the system, the thread works without turns.
@safe
private final class WorkerTurns {
  /// What the signal's handler needs, at an address that stays: the handler reads it on the thread
  /// that it belongs to.
  @safe
  private struct State {
    /// The process's first timer is glibc's null pointer, so nil does not mean that there is none.
    var timer: timer_t?
    var isWorking = false

    func setTimer(nanoseconds: Int) {
      var times = itimerspec()
      times.it_value.tv_nsec = nanoseconds
      unsafe timer_settime(timer, 0, &times, nil)
    }
  }

  /// The signal at a turn's end: ignored by default, so that one from elsewhere harms nothing.
  private static let signal = SIGURG

  /// `SIGEV_THREAD_ID`: the signal goes to the thread named.
  private static let notifyThread: Int32 = 4

  /// `gettid`, which Swift does not import; glibc has it since 2.30.
  // The type is the function's own: `pid_t gettid(void)`.
  private static let threadID = unsafe dlsym(nil, "gettid").map {
    unsafe unsafeBitCast($0, to: (@convention(c) () -> pid_t).self)
  }

  private let state: UnsafeMutablePointer<State> = .allocate(capacity: 1)
  private var hasTimer = false

  /// Makes a timer for the calling thread; it does not run yet.
  init() {
    unsafe state.initialize(to: State())
    guard Self.isHandled, let threadID = Self.threadID else { return }
    var event = unsafe sigevent()
    unsafe event.sigev_notify = Self.notifyThread
    unsafe event.sigev_signo = Self.signal
    unsafe event.sigev_value.sival_ptr = UnsafeMutableRawPointer(state)
    unsafe event._sigev_un._tid = threadID()
    hasTimer = unsafe timer_create(CLOCK_MONOTONIC, &event, &state.pointee.timer) == 0
    // Dispatch's threads take no signals.
    var unblocked = sigset_t()
    unsafe sigemptyset(&unblocked)
    unsafe sigaddset(&unblocked, Self.signal)
    unsafe pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
  }

  deinit {
    if hasTimer { unsafe timer_delete(state.pointee.timer) }
    unsafe state.deallocate()
  }

  func begin() {
    guard hasTimer else { return }
    unsafe state.pointee.isWorking = true
    unsafe state.pointee.setTimer(nanoseconds: WorkerThread.turnNanoseconds)
  }

  func end() {
    guard hasTimer else { return }
    unsafe state.pointee.isWorking = false
    unsafe state.pointee.setTimer(nanoseconds: 0)
  }

  /// Ends a turn of the thread that the signal interrupts, and begins the next.
  ///
  /// A turn is counted from where the thread goes on: one that has waited for its processor longer
  /// than a turn would else yield again at once, and get nothing done.
  private static func endTurn(_ info: UnsafeMutablePointer<siginfo_t>?) {
    // A timer's signal brings the pointer that `init` has given to the timer.
    guard let info = unsafe info?.pointee, unsafe info.si_code == SI_TIMER,
      let state = unsafe info._sifields._timer.si_sigval.sival_ptr?
        .assumingMemoryBound(to: State.self)
    else { return }
    let interrupted = errno
    sched_yield()
    if unsafe state.pointee.isWorking {
      unsafe state.pointee.setTimer(nanoseconds: WorkerThread.turnNanoseconds)
    }
    errno = interrupted
  }

  /// Whether the signal ends turns; system calls that it interrupts go on after it.
  private static let isHandled: Bool = {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_sigaction = { _, info, _ in
      unsafe WorkerTurns.endTurn(info)
    }
    action.sa_flags = SA_RESTART | SA_SIGINFO
    return unsafe sigaction(signal, &action, nil) == 0
  }()
}
