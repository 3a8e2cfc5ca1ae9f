package import HTTPMessage

/// Requests that are made without a connection.
package enum TestRequest {
  /// The head that the text of a request line and field lines makes.
  ///
  /// - Parameter fields: lines such as `"Accept: */*"`, besides Host.
  package static func head(
    _ method: String, _ target: String, _ fields: [String] = []
  ) throws -> HTTPRequest {
    let lines = (["Host: test"] + fields).map { $0 + "\r\n" }.joined()
    let bytes = Array("\(method) \(target) HTTP/1.1\r\n\(lines)\r\n".utf8)
    var parser = RequestParser()
    var buffer: [HTTPField] = []
    guard let request = try parser.parse(bytes, 0..<bytes.count, fields: &buffer) else {
      throw NotWhole()
    }
    return request
  }

  /// The head has no end.
  package struct NotWhole: Error {}
}
