import Testing

/// Which folders of a target may name the types of which: arrows that run one way.
///
/// A module's files see each other without imports, so the type names that each folder declares are
/// looked for in the others.
@Suite struct FolderRulesTests {
  /// The folders whose types each folder may name, besides its own; top-level files may name all,
  /// and their types no folder.
  private static let arrows: [String: [String: Set<String>]] = [
    "LayoutEngine": [
      "Geometry": [], "Chunks": [], "Limits": [], "Options": ["Geometry", "Items", "Limits"],
      "Items": ["Chunks", "Geometry", "Limits"],
      "Search": ["Chunks", "Geometry", "Items", "Limits"],
      "Solving": ["Chunks", "Geometry", "Items", "Limits", "Options", "Search"],
      "Lines": ["Chunks", "Geometry", "Items", "Limits", "Options", "Search", "Solving"],
      "Bodies": ["Geometry", "Items", "Limits", "Options", "Solving"],
      "Layouts": [
        "Bodies", "Chunks", "Geometry", "Items", "Limits", "Lines", "Options", "Search", "Solving",
      ],
      "Document": ["Chunks", "Geometry", "Items", "Layouts", "Limits", "Options"],
      "Prepared": [
        "Bodies", "Chunks", "Document", "Geometry", "Items", "Layouts", "Limits", "Lines",
        "Options", "Search", "Solving",
      ],
      "Query": [
        "Bodies", "Document", "Geometry", "Items", "Limits", "Options", "Prepared", "Search",
        "Solving",
      ],
      "Update": [
        "Chunks", "Document", "Geometry", "Items", "Layouts", "Limits", "Options", "Prepared",
        "Query", "Solving",
      ],
    ],
    "LayoutWire": [
      "JSON": [], "Document": ["JSON"], "Layouts": ["Document", "JSON"],
      "Updates": ["Document", "JSON"], "Responses": ["JSON", "Texts"],
      "Texts": ["JSON"], "SVG": ["Responses", "JSON", "Texts"],
      "CSS": ["Responses", "JSON", "Texts"],
    ],
    "LayoutAPI": [
      "Turns": [], "Versions": [], "Store": [], "Parameters": [],
      "Queries": ["Parameters", "Versions"],
      "Problems": ["Parameters", "Queries", "Store", "Versions"],
      "Resources": ["Parameters", "Problems", "Queries", "Versions"],
    ],
    "LayoutService": [
      "Compression": [], "Security": [], "Settings": ["Security"],
      "Texts": ["Security", "Settings"],
      "Cache": ["Security", "Settings", "Texts"],
      "Jobs": ["Cache", "Compression", "Security", "Settings", "Texts"],
      "Requests": ["Cache", "Jobs", "Security", "Texts"],
      "Metrics": ["Cache", "Jobs", "Requests"],
      "Responses": [
        "Compression", "Cache", "Jobs", "Metrics", "Requests", "Security", "Settings", "Texts",
      ],
      "Documents": [
        "Compression", "Cache", "Jobs", "Requests", "Responses", "Security", "Settings", "Texts",
      ],
      "Operations": [
        "Compression", "Documents", "Cache", "Jobs", "Logging", "Metrics", "Requests", "Responses",
        "Security",
        "Settings",
      ],
      "Logging": ["Cache", "Jobs", "Requests", "Responses", "Security"],
    ],
  ]

  @Test(arguments: arrows.keys.sorted())
  func `Folders name the types of those below them only`(target: String) throws {
    let arrows = try #require(Self.arrows[target])
    let files = try SourceFile.all(in: "Sources/\(target)").map(FolderFile.init)
    let folders = Set(files.map(\.folder)).subtracting([""])
    #expect(folders == Set(arrows.keys), "every folder has a row")
    var home: [String: String] = [:]
    for file in files {
      for type in file.declared { home[type] = file.folder }
    }
    for file in files where !file.folder.isEmpty {
      let allowed = try #require(arrows[file.folder])
      for (line, word) in file.words {
        guard let folder = home[word], folder != file.folder, !allowed.contains(folder) else {
          continue
        }
        Issue.record("\(file.path):\(line): \(file.folder) names \(word) of \(folder)")
      }
    }
  }

  @Test func `A layout's folder names no other layout's types`() throws {
    let files = try SourceFile.all(in: "Sources/LayoutEngine/Layouts").map(FolderFile.init)
    #expect(Set(files.map(\.layout)).count > 7)
    var home: [String: String] = [:]
    for file in files where !file.layout.isEmpty {
      for type in file.declared { home[type] = file.layout }
    }
    for file in files where !file.layout.isEmpty {
      for (line, word) in file.words {
        guard let layout = home[word], layout != file.layout else { continue }
        Issue.record("\(file.path):\(line): \(file.layout) names \(word) of \(layout)")
      }
    }
  }

  @Test(arguments: arrows.keys.sorted())
  func `Arrows between folders make no circle`(target: String) throws {
    var arrows = try #require(Self.arrows[target])
    while let free = arrows.first(where: { $0.value.isEmpty })?.key {
      arrows[free] = nil
      for folder in arrows.keys { arrows[folder]?.remove(free) }
    }
    #expect(arrows.isEmpty)
  }
}

/// The type names that a file declares and those that it uses.
private struct FolderFile {
  let path: String
  /// The folder within the target; empty for files at its top.
  let folder: String
  /// The folder within `folder`, such as that of a layout; empty for files at its top.
  let layout: String
  private(set) var declared: Set<String> = []
  /// Words that may be types, with the numbers of their lines.
  private(set) var words: [(line: Int, word: String)] = []

  init(_ file: SourceFile) {
    path = file.path
    folder = file.folders.count > 3 ? file.folders[2] : ""
    layout = file.folders.count > 4 ? file.folders[3] : ""
    let declaration =
      #/^(?:@\w+ )*(?:(?:public|package|final|indirect) )*(?:struct|enum|class|protocol|typealias) (\w+)/#
    for (index, line) in file.lines.enumerated() {
      if let match = line.firstMatch(of: declaration) { declared.insert(String(match.output.1)) }
      let code = line.replacing(#/"(?:[^"\\]|\\.)*"/#, with: "").prefix(upToComment: "//")
      for match in code.matches(of: #/\b[A-Z]\w*/#) {
        words.append((index + 1, String(match.output)))
      }
    }
  }
}

extension String {
  /// What stands before a comment.
  fileprivate func prefix(upToComment mark: String) -> Substring {
    ranges(of: mark).first.map { self[..<$0.lowerBound] } ?? self[...]
  }
}
