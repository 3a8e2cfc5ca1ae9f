import Testing

/// Files stay short enough to be read at once.
@Suite struct FileLengthTests {
  @Test(arguments: ["Sources", "Tests"])
  func `Every Swift file has fewer than 400 lines`(folder: String) throws {
    let files = try SourceFile.all(in: folder)
    #expect(files.count > 10)
    for file in files where file.lines.count >= 400 {
      Issue.record("\(file.path) has \(file.lines.count) lines")
    }
  }

  @Test(arguments: ["Examples", "Tests"])
  func `Every Python file has fewer than 400 lines`(folder: String) throws {
    let files = try SourceFile.all(in: folder, ending: ".py")
    #expect(!files.isEmpty)
    for file in files where file.lines.count >= 400 {
      Issue.record("\(file.path) has \(file.lines.count) lines")
    }
  }
}
