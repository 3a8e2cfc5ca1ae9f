import HTTPMessage

extension Bench {
  /// Requests from bytes.
  func service() {
    requestParsing()
  }

  /// A browser's request head.
  private func requestParsing() {
    let text = """
      GET /v1/layouts/def171893946ffe21b3ca0445f66bebabf3cfd697af66d0ecc84ca319b9cdc9b/attributes\
      ?rect=0,2000,390,844 HTTP/1.1\r
      Host: localhost:8080\r
      User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r
      Accept: application/json\r
      Accept-Encoding: gzip, deflate, br\r
      Connection: keep-alive\r
      \r\n
      """
    let bytes = Array(text.utf8)
    var parser = RequestParser()
    var fields: [HTTPField] = []
    func parse() {
      do {
        var request = try parser.parse(bytes, 0..<bytes.count, fields: &fields)
        if var parsed = request.take() { RequestParser.recycle(&parsed, into: &fields) }
      } catch {
        fatalError("A sample request is refused: \(error)")
      }
    }
    report.row("parse a request's head") { name in
      let time = measurement.nanoseconds(each: 100_000) { _ in parse() }
      var row = Row(name, ("nanoseconds", time), ("bytes", Double(bytes.count)))
      if let allocations {
        row.values.append(("allocations", allocations.allocations(each: 1000) { _ in parse() }))
      }
      return row
    }
  }
}
