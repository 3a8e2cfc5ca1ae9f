import Foundation
import Glibc
import TestSupport
import Testing

@testable import EventHTTP
@testable import LayoutService
@testable import tatami

/// What a container allows, and what the defaults make of it.
@Suite(.timeLimit(.minutes(60))) struct MachineTests {
  /// Mounts as systemd makes them: version 2 alone.
  private static let version2 = """
    25 1 259:1 / / rw,relatime shared:1 - ext4 /dev/root rw
    31 24 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate
    """
  /// Version 1, a controller a folder, and version 2 without any.
  private static let version1 = """
    32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
    35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
    41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
    """

  private func groups(
    _ membership: String, _ mounts: String, _ files: [String: String]
  ) -> (processors: Double?, memory: Int?) {
    let groups = ControlGroups(membership: membership, mounts: mounts) { files[$0] }
    return (groups.processors, groups.memory)
  }

  @Test func `A container's own group of version 2 stands at the mount`() {
    let found = groups(
      "0::/\n", Self.version2,
      [
        "/sys/fs/cgroup/memory.max": "268435456\n", "/sys/fs/cgroup/cpu.max": "50000 100000\n",
      ])
    #expect(found == (0.5, 256 << 20))
  }

  @Test func `The least of a group and of those that hold it counts`() {
    let slice = "/sys/fs/cgroup/system.slice"
    let files = [
      "\(slice)/tatami.service/memory.max": "2147483648\n", "\(slice)/memory.max": "1073741824\n",
      "/sys/fs/cgroup/memory.max": "4294967296\n",
      "\(slice)/tatami.service/cpu.max": "150000 100000\n", "\(slice)/cpu.max": "max 100000\n",
      // Beside the way up.
      "/sys/fs/cgroup/user.slice/memory.max": "1\n",
    ]
    #expect(groups("0::/system.slice/tatami.service\n", Self.version2, files) == (1.5, 1 << 30))
    #expect(groups("0::/system.slice\n", Self.version2, files) == (nil, 1 << 30))
    #expect(groups("0::/\n", Self.version2, files) == (nil, 4 << 30))
  }

  @Test func `Version 1 has a folder a controller`() {
    let membership = "4:memory:/docker/abc\n1:cpu,cpuacct:/docker/abc\n0::/\n"
    let memory = "/sys/fs/cgroup/memory"
    let cpu = "/sys/fs/cgroup/cpu,cpuacct"
    let files = [
      "\(memory)/docker/abc/memory.limit_in_bytes": "268435456\n",
      "\(memory)/memory.limit_in_bytes": "9223372036854771712\n",
      "\(cpu)/docker/abc/cpu.cfs_quota_us": "200000\n",
      "\(cpu)/docker/abc/cpu.cfs_period_us": "100000\n",
      "\(cpu)/cpu.cfs_quota_us": "-1\n", "\(cpu)/cpu.cfs_period_us": "100000\n",
    ]
    #expect(groups(membership, Self.version1, files) == (2, 256 << 20))
  }

  @Test func `A mount may begin at the container's group`() {
    let mounts = """
      35 31 0:32 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory
      36 31 0:33 /docker/abc /c\\040g ro shared:1 master:2 - cgroup2 none rw
      """
    let files = [
      "/sys/fs/cgroup/memory/memory.limit_in_bytes": "300\n",
      "/sys/fs/cgroup/memory/own/memory.limit_in_bytes": "200\n",
      "/c g/memory.max": "250\n",
    ]
    #expect(groups("4:memory:/docker/abc\n", mounts, files).memory == 300)
    #expect(groups("4:memory:/docker/abc/own\n", mounts, files).memory == 200)
    // Told from outside, or of another's: the mount itself is what there is.
    for group in ["/", "/../..", "/docker/abcdef", "/other/own", "/docker/abc/../own"] {
      #expect(groups("4:memory:\(group)\n", mounts, files).memory == 300, "\(group)")
      #expect(groups("0::\(group)\n", mounts, files).memory == 250, "\(group)")
    }
  }

  @Test func `What cannot be read limits nothing`() {
    for text in [
      "", "max", "-1", "0", "1e3", "max max", "x y", "0 0", "100000 0", "-1 100000", "\n",
    ] {
      let files = [
        "/sys/fs/cgroup/memory.max": text, "/sys/fs/cgroup/cpu.max": text,
        "/sys/fs/cgroup/memory/memory.limit_in_bytes": text,
        "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": text,
        "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000",
      ]
      #expect(groups("0::/\n", Self.version2, files) == (nil, nil), "\(text)")
      #expect(groups("4:memory:/\n1:cpu:/\n", Self.version1, files) == (nil, nil), "\(text)")
    }
    let files = ["/sys/fs/cgroup/memory.max": "1"]
    for membership in ["", "0", "0:", "a:b", ":::::", "0:name=systemd:/"] {
      #expect(groups(membership, Self.version2, files) == (nil, nil), "\(membership)")
    }
    for mounts in ["", "-", " - cgroup2 ", "1 2 3 / /sys/fs/cgroup - cgroup2"] {
      #expect(groups("0::/\n", mounts, files) == (nil, nil), "\(mounts)")
    }
  }

  @Test func `Memory is divided so that more than half of it is left`() throws {
    func defaults(_ processors: Int, _ memory: Int) throws -> ServeSettings {
      try SettingsReader.read(
        arguments: [], environment: [:],
        machine: Machine(processors: processors, memory: memory))
    }
    for memory in [1, 32 << 20, 100 << 20, 256 << 20, 1 << 30, 3 << 30, 64 << 30, .max] {
      for processors in [1, 2, 7, 64, 1_000] {
        let settings = try defaults(processors, memory)
        let service = settings.service
        #expect(service.maxBodyBytes <= service.maxInflightBytes)
        #expect(service.workers >= 1 && service.workers <= processors)
        guard memory >= 32 << 20 else { continue }
        #expect(service.cacheBytes + service.maxInflightBytes <= memory / 2)
        #expect(settings.misfits(on: Machine(memory: memory)).isEmpty, "\(memory) \(processors)")
        guard memory < 64 << 30 else { continue }
        let jobs = service.workers * max(service.maxBodyBytes * 8, service.maxItems * 64)
        #expect(jobs <= memory / 4 || service.maxBodyBytes == 1 << 20)
      }
    }
  }

  /// Of an answer, up to 64 KiB are not counted as in flight.
  @Test(arguments: [32 << 20, 256 << 20, 1 << 30, 3 << 30, 64 << 30])
  func `An eighth of the memory holds what all connections may hold`(memory: Int) {
    let shares = MemoryShares(memory: memory, workers: 2)
    let held = Int(Socket.unsentLimit) + ResponseWriter.countedLimit
    #expect(shares.connections * held <= memory / 8)
    #expect(shares.connections > 0)
  }

  @Test func `A setting beyond the memory is named`() throws {
    func misfits(_ arguments: [String], _ memory: Int = 256 << 20) throws -> [String] {
      let machine = Machine(processors: 2, memory: memory)
      return try SettingsReader.read(arguments: arguments, environment: [:], machine: machine)
        .misfits(on: machine)
    }
    for (flag, value, name) in [
      ("--cache-bytes", "129MiB", "TATAMI_CACHE_BYTES:"),
      ("--max-inflight-bytes", "129MiB", "TATAMI_MAX_INFLIGHT_BYTES:"),
      ("--cache-bytes", "97MiB", "TATAMI_CACHE_BYTES and TATAMI_MAX_INFLIGHT_BYTES together:"),
      ("--max-body-bytes", "9MiB", "TATAMI_MAX_BODY_BYTES with 2 workers:"),
      ("--max-items", "1100000", "TATAMI_MAX_ITEMS with 2 workers:"),
      ("--max-connections", "4096", "TATAMI_MAX_CONNECTIONS:"),
    ] {
      let sentences = try misfits([flag, value])
      #expect(sentences.count == 1, "\(flag) \(sentences)")
      #expect(sentences.first?.hasPrefix(name) == true, "\(flag) \(sentences)")
      #expect(try misfits([flag, value], 4 << 30).isEmpty)
    }
    #expect(
      try misfits(["--cache-bytes", "\(Int.max)", "--max-inflight-bytes", "\(Int.max)"]).count == 2)
    // Workers that are set take their share, too: the defaults give way.
    #expect(try misfits(["--workers", "16"]).isEmpty)
    let body = try misfits(["--max-body-bytes", "33MiB", "--workers", "1"])
    #expect(
      body.contains { $0.contains("TATAMI_MAX_INFLIGHT_BYTES, which also limits every body") })
  }

  /// What the program says of its limits.
  private func told(_ program: TatamiProgram) throws -> Told {
    let line = try #require(
      program.firstLines.split(separator: "\n").first { $0.contains("\"limits\"") })
    return try JSONDecoder().decode(Told.self, from: Data(line.utf8))
  }

  private struct Told: Decodable {
    var processors, memory, workers, cacheBytes, maxInflightBytes: Int
  }

  @Test(.enabled(if: Command.isInstalled("taskset"), "taskset is not installed"))
  func `A process that may run on one processor has one worker`() throws {
    let program = try TatamiProgram(
      ["--log-format", "json"], behind: ["/usr/bin/env", "taskset", "-c", "0"])
    let told = try told(program)
    #expect(told.processors == 1)
    #expect(told.workers == 1)
  }

  /// The folder of a memory group of 256 MiB; nil if none can be made.
  private static let smallGroup: String? = {
    for (root, file) in [
      ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max"),
    ] {
      let folder = "\(root)/tatami-test-\(getpid())"
      guard unsafe mkdir(folder, 0o755) == 0 else { continue }
      if let handle = FileHandle(forWritingAtPath: "\(folder)/\(file)"),
        (try? handle.write(contentsOf: Data("268435456".utf8))) != nil
      {
        return folder
      }
      unsafe rmdir(folder)
    }
    return nil
  }()

  @Test(.enabled(if: smallGroup != nil, "control groups cannot be made here"))
  func `A process in a group of 256 MiB takes its defaults from that`() throws {
    let folder = try #require(Self.smallGroup)
    defer { unsafe rmdir(folder) }
    let program = try TatamiProgram(
      ["--log-format", "json"],
      behind: ["/bin/sh", "-c", "echo $$ >\(folder)/cgroup.procs && exec \"$@\"", "sh"])
    let told = try told(program)
    #expect(told.memory == 268_435_456)
    #expect(told.cacheBytes == 33_554_432)
    #expect(told.maxInflightBytes == 33_554_432)
    program.signal(SIGTERM)
    #expect(program.waitForEnd().status == 0)
  }
}
