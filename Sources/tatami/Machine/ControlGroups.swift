/// What the control groups of a process allow it (cgroups, versions 2 and 1): the least of its own
/// group's and of all groups that hold that one.
///
/// Texts in, numbers out: files are read by a function, so that tests give them.
struct ControlGroups: Equatable {
  /// Processors' time: 0.5 is half of one's; nil without a quota.
  private(set) var processors: Double?
  /// Bytes of memory; nil without a limit.
  private(set) var memory: Int?

  /// Reads the groups' files.
  ///
  /// What is missing or cannot be read limits nothing.
  ///
  /// - Parameters:
  ///   - membership: `/proc/self/cgroup`.
  ///   - mounts: `/proc/self/mountinfo`.
  ///   - read: the text of the file at a path, or nil.
  /// - Complexity: O(texts + depth of the groups).
  init(membership: String, mounts: String, read: (String) -> String?) {
    let mounts = mounts.split(separator: "\n").compactMap { Mount($0) }
    for line in membership.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let group = String(fields[2])
      if fields[0] == "0", fields[1].isEmpty {
        for folder in Self.folders(of: group, in: mounts.filter { $0.isVersion2 }) {
          takeVersion2(folder, read)
        }
        continue
      }
      for controller in fields[1].split(separator: ",") {
        let holding = mounts.filter { $0.controllers.contains(controller) }
        for folder in Self.folders(of: group, in: holding) {
          takeVersion1(controller, folder, read)
        }
      }
    }
  }

  private mutating func takeVersion2(_ folder: String, _ read: (String) -> String?) {
    limit(memory: read(folder + "/memory.max").flatMap(Self.number))
    // "max 100000": no quota, and its period.
    let words = read(folder + "/cpu.max").map { $0.split { $0.isWhitespace } } ?? []
    guard words.count == 2 else { return }
    limit(time: Self.number(words[0]), of: Self.number(words[1]))
  }

  private mutating func takeVersion1(
    _ controller: Substring, _ folder: String, _ read: (String) -> String?
  ) {
    switch controller {
    case "memory": limit(memory: read(folder + "/memory.limit_in_bytes").flatMap(Self.number))
    case "cpu":
      limit(
        time: read(folder + "/cpu.cfs_quota_us").flatMap(Self.number),
        of: read(folder + "/cpu.cfs_period_us").flatMap(Self.number))
    default: break
    }
  }

  private mutating func limit(memory bytes: Int?) {
    guard let bytes else { return }
    memory = min(memory ?? .max, bytes)
  }

  private mutating func limit(time quota: Int?, of period: Int?) {
    guard let quota, let period else { return }
    processors = min(processors ?? .infinity, Double(quota) / Double(period))
  }

  /// A number above 0; nil for `max`, -1 and any other text that limits nothing.
  private static func number(_ text: some StringProtocol) -> Int? {
    let words = text.split { $0.isWhitespace }
    guard words.count == 1, let value = Int(words[0]), value > 0 else { return nil }
    return value
  }

  /// The folder of a group, then those of the groups that hold it, up to where they are mounted.
  ///
  /// In a container the mount may begin at its own group, or the group may be named from outside it
  /// (`/../..`): a path that does not lead down from the mount stands for the mount itself.
  private static func folders(of group: String, in mounts: [Mount]) -> [String] {
    let names = group.split(separator: "/")
    guard let mount = mounts.first(where: { names.starts(with: $0.root) }) ?? mounts.first else {
      return []
    }
    var rest = names[...]
    if names.starts(with: mount.root) { rest = rest.dropFirst(mount.root.count) } else { rest = [] }
    if rest.contains("..") { rest = [] }
    return (0...rest.count).reversed().map { count in
      mount.point + rest.prefix(count).map { "/" + $0 }.joined()
    }
  }
}

/// A line of `/proc/self/mountinfo` that mounts control groups.
private struct Mount {
  /// The names of the group that stands at the mount point.
  let root: [Substring]
  /// Where it is mounted, without a slash at its end.
  let point: String
  let isVersion2: Bool
  /// What version 1 controls there.
  let controllers: [Substring]

  /// Reads `36 35 98:0 /root /point options - type source options`; nil for other file systems.
  init?(_ line: Substring) {
    let fields = line.split(separator: " ")
    guard let dash = fields.firstIndex(of: "-"), dash >= 6, fields.count > dash + 3 else {
      return nil
    }
    let type = fields[dash + 1]
    guard type == "cgroup" || type == "cgroup2" else { return nil }
    root = fields[3].split(separator: "/")
    point = Self.plain(fields[4])
    isVersion2 = type == "cgroup2"
    controllers = isVersion2 ? [] : fields[dash + 3].split(separator: ",")
  }

  /// A path without the escapes that keep it one word.
  private static func plain(_ path: Substring) -> String {
    String(path).replacing("\\040", with: " ").replacing("\\011", with: "\t")
      .replacing("\\012", with: "\n").replacing("\\134", with: "\\")
  }
}
