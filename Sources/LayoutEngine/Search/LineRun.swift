/// A chunk of lines that stands once, or several times in a row.
struct LineRun: Sendable {
  let chunk: LineChunk
  /// How many times it stands there; 1 or more.
  var times: Int

  /// How many cells its lines hold together.
  var cellCount: Int { times * chunk.starts.cellCount }

  /// How many lines it is.
  var lineCount: Int { times * chunk.starts.lineCount }
}
