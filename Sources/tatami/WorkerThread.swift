import Glibc

/// Turns a Dispatch thread into a worker, which yields to the event loops.
///
/// Laying out a million items then does not delay a short response.
///
/// 1. Its nice value is at least 5; on Linux, each thread has its own. With 10, other busy programs left it
///    a third of the processor time: a million items took seconds.
/// 2. While it works, a timer interrupts it every 0.2 ms, and it offers its processor to other threads,
///    which would otherwise wait for the system's next tick, up to 4 ms away. The parser and the engine
///    need no code for this.
enum WorkerThread {
  /// The time after which a working thread yields.
  ///
  /// A shorter turn delays requests less; a longer turn leaves jobs more processor time beside requests.
  fileprivate static let turnNanoseconds = 200_000

  /// A worker's nice value.
  static let niceValue: Int32 = 5

  /// Performs work on the calling thread, which it turns into a worker: low priority, and turns.
  @Sendable static func run(_ work: () -> Void) {
    if turns(onCreation: lowerPriority) == nil { return work() }
    runInTurns(work)
  }

  /// Performs work on the calling thread in turns, without changing the thread's priority.
  static func runInTurns(_ work: () -> Void) {
    let turns = turns()
    turns?.begin()
    work()
    turns?.end()
  }

  /// The calling thread's turns; nil if the system has no key left under which to store them.
  ///
  /// They are created at the first call, which then also calls `onCreation`, and retained until the thread ends.
  private static func turns(onCreation: () -> Void = {}) -> WorkerTurns? {
    guard let key else { return nil }
    // The key's values are always turns, retained until the thread ends.
    if let kept = unsafe pthread_getspecific(key) {
      return unsafe Unmanaged<WorkerTurns>.fromOpaque(kept).takeUnretainedValue()
    }
    onCreation()
    let turns = WorkerTurns()
    unsafe pthread_setspecific(key, Unmanaged.passRetained(turns).toOpaque())
    return turns
  }

  /// The key under which each thread stores its turns; nil if the system has no key left.
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

/// The timer that divides a worker thread's work into turns, each ended by a signal.
///
/// If the system provides no timer, the thread works without turns.
@safe
private final class WorkerTurns {
  /// The data that the signal's handler reads, at an address that does not change.
  ///
  /// The handler runs on the thread whose turns these are.
  @safe
  private struct State {
    /// The timer.
    ///
    /// glibc represents the process's first timer as nil: `hasTimer` tells whether one exists.
    var timer: timer_t?
    var isWorking = false

    func setTimer(nanoseconds: Int) {
      var times = itimerspec()
      times.it_value.tv_nsec = nanoseconds
      unsafe timer_settime(timer, 0, &times, nil)
    }
  }

  /// The signal that ends a turn; processes ignore it by default, so receiving it from elsewhere is harmless.
  private static let signal = SIGURG

  /// The value of `SIGEV_THREAD_ID`, with which a timer sends its signal to one given thread.
  private static let notifyThread: Int32 = 4

  /// `gettid`, which Swift does not import; glibc has provided it since 2.30.
  // The type is the function's own: `pid_t gettid(void)`.
  private static let threadID = unsafe dlsym(nil, "gettid").map {
    unsafe unsafeBitCast($0, to: (@convention(c) () -> pid_t).self)
  }

  private let state: UnsafeMutablePointer<State> = .allocate(capacity: 1)
  private var hasTimer = false

  /// Creates a timer for the calling thread, without starting it.
  init() {
    unsafe state.initialize(to: State())
    guard Self.isHandled, let threadID = Self.threadID else { return }
    var event = unsafe sigevent()
    unsafe event.sigev_notify = Self.notifyThread
    unsafe event.sigev_signo = Self.signal
    unsafe event.sigev_value.sival_ptr = UnsafeMutableRawPointer(state)
    unsafe event._sigev_un._tid = threadID()
    hasTimer = unsafe timer_create(CLOCK_MONOTONIC, &event, &state.pointee.timer) == 0
    // Dispatch's threads block signals by default.
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

  /// Ends a turn of the thread that the signal interrupts, and begins its next turn.
  ///
  /// The next turn is measured from when the thread continues: otherwise a thread that waited longer
  /// than a turn for its processor would yield again at once, and make no progress.
  private static func endTurn(_ info: UnsafeMutablePointer<siginfo_t>?) {
    // A timer's signal carries the pointer that `init` passed to the timer.
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

  /// Whether the signal's handler is installed, which the first access does.
  ///
  /// System calls that the signal interrupts are restarted.
  private static let isHandled: Bool = {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_sigaction = { _, info, _ in
      unsafe WorkerTurns.endTurn(info)
    }
    action.sa_flags = SA_RESTART | SA_SIGINFO
    return unsafe sigaction(signal, &action, nil) == 0
  }()
}
