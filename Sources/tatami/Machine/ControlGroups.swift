/// The limits that control groups impose on a process (cgroups, versions 2 and 1).
///
/// Each limit is the lowest of the process's own group and of all groups that contain it. A function
/// reads the files, so that tests can supply their text.
struct ControlGroups: Equatable {
  /// The quota of processor time, in processors: 0.5 is half a processor; nil if there is no quota.
  private(set) var processors: Double?
  /// The memory in bytes; nil if there is no limit.
  private(set) var memory: Int?

  /// Reads the groups' files.
  ///
  /// A missing or unreadable file imposes no limit.
  ///
  /// - Parameters:
  ///   - membership: the text of `/proc/self/cgroup`.
  ///   - mounts: the text of `/proc/self/mountinfo`.
  ///   - read: returns the text of the file at a path; nil if there is none.
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
    // "max 100000": no quota, and the period.
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

  /// Returns a number above 0; nil if the text imposes no limit (`max`, -1).
  private static func number(_ text: some StringProtocol) -> Int? {
    let words = text.split { $0.isWhitespace }
    guard words.count == 1, let value = Int(words[0]), value > 0 else { return nil }
    return value
  }

  /// Returns the folder of a group, then those of the groups that contain it, up to the mount point.
  ///
  /// In a container the mount may begin at the container's own group, or the group may be named from
  /// outside it (`/../..`): a path that does not lead down from the mount is treated as the mount itself.
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
  /// The names in the path of the group at the mount point.
  let root: [Substring]
  /// The mount point, without a slash at its end.
  let point: String
  let isVersion2: Bool
  /// The version 1 controllers at the mount point.
  let controllers: [Substring]

  /// Reads `36 35 98:0 /root /point options - type source options`.
  ///
  /// Returns nil if the line mounts a file system of another type.
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

  /// Returns a path with its escapes for white space and backslashes decoded.
  private static func plain(_ path: Substring) -> String {
    String(path).replacing("\\040", with: " ").replacing("\\011", with: "\t")
      .replacing("\\012", with: "\n").replacing("\\134", with: "\\")
  }
}
