import HTTPMessage
import LayoutAPI
import TestSupport
import Testing

@testable import LayoutService

/// Pictures over HTTP (Contract §5).
@Suite(.waits) struct PictureTests {
  private let id = "/v1/layouts/\(TestDocument.waterfallID)"
  private var picture: String { "\(id)/attributes.svg?rect=0,0,390,100" }
  private var attributes: String { "\(id)/attributes?rect=0,0,390,100" }

  private func service() throws -> TestService {
    let service = TestService()
    _ = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    return service
  }

  @Test func `The path, the parameter and Accept ask for the same picture`() throws {
    let service = try service()
    let byPath = try service.send("GET", picture, ["Accept: text/html"])
    let byFormat = try service.send("GET", "\(attributes)&format=svg", ["Accept: text/html"])
    let byAccept = try service.send("GET", attributes, ["Accept: image/svg+xml"])
    // What browsers send for <img>.
    let byImage = try service.send(
      "GET", attributes, ["Accept: image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8"])
    for answer in [byPath, byFormat, byAccept, byImage] {
      #expect(answer.status == 200)
      #expect(answer["content-type"] == "image/svg+xml")
      #expect(answer["x-content-type-options"] == "nosniff")
      #expect(
        answer["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'")
      #expect(answer["cache-control"] == "public, max-age=3600")
      #expect(answer["etag"] == byPath["etag"])
      #expect(answer.body == byPath.body)
      #expect(answer.text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
      #expect(answer.text.hasSuffix("</svg>"))
    }
    #expect(byPath["vary"] == "Accept-Encoding")
    #expect(byFormat["vary"] == "Accept-Encoding")
    #expect(byAccept["vary"] == "Accept-Encoding, Accept")
  }

  @Test func `Other answers carry no picture's fields`() throws {
    let answer = try service().send("GET", attributes)
    #expect(answer["content-type"] == "application/json")
    #expect(answer["content-security-policy"] == nil)
  }

  @Test func `POST, PUT and QUERY answer with a picture, too`() throws {
    let service = TestService()
    let posted = try service.send(
      "POST", "/v1/layouts?rect=all&format=svg&theme=dark", text: TestDocument.waterfall)
    #expect(posted.status == 201)
    #expect(posted["content-type"] == "image/svg+xml")
    #expect(posted["content-location"] == "\(id)/attributes?rect=all&format=svg&theme=dark")
    let put = try service.send(
      "PUT", "\(id)?rect=all", ["Accept: image/svg+xml"], text: TestDocument.waterfall)
    #expect(put.status == 200)
    #expect(put["content-type"] == "image/svg+xml")
    let asked = try service.send(
      "QUERY", "/v1/layouts?rect=all&format=svg&theme=dark",
      ["Content-Type: application/json"], text: TestDocument.waterfall)
    #expect(asked.body == posted.body)
    #expect(
      asked.body == (try service.send("GET", asked["location"] ?? "")).body)
  }

  @Test func `Without a query there is nothing to draw`() throws {
    let service = try service()
    #expect(try service.send("GET", "\(id)/attributes.svg").problem() == "bad-query")
    let summary = try service.send(
      "POST", "/v1/layouts", ["Accept: image/svg+xml"], text: TestDocument.waterfall)
    #expect(summary.status == 406)
    #expect(try service.send("POST", "/v1/layouts?format=svg", text: "{}").status == 406)
  }

  // MARK: Themes

  @Test func `A theme fixes the colours`() throws {
    let service = try service()
    let plain = try service.send("GET", picture)
    let light = try service.send("GET", "\(picture)&theme=light")
    let dark = try service.send("GET", "\(picture)&theme=dark")
    #expect(plain.text.contains("prefers-color-scheme:dark"))
    #expect(!light.text.contains("prefers-color-scheme"))
    #expect(!dark.text.contains("prefers-color-scheme"))
    #expect(light.text != dark.text)
    #expect(Set([plain, light, dark].map { $0["etag"] }).count == 3)
    let same = try service.send(
      "GET", "\(picture)&th%65me=dark", ["If-None-Match: \(dark["etag"] ?? "")"])
    #expect(same.status == 304)
    // A picture that Accept asks for is the same one.
    let accepted = try service.send(
      "GET", "\(attributes)&theme=dark", ["Accept: image/svg+xml"])
    #expect(accepted["etag"] == dark["etag"])
  }

  @Test(arguments: [
    "theme=", "theme=auto", "theme=Dark", "theme=dark&theme=dark", "theme=light&theme=dark",
    "theme=%22/%3E%3Cscript%3E",
  ])
  func `Other themes are refused`(_ query: String) throws {
    let answer = try service().send("GET", "\(picture)&\(query)")
    #expect(answer.status == 400)
    #expect(try answer.problem() == "bad-query")
  }

  @Test func `A zoom makes the picture larger, and nothing in it`() throws {
    let service = try service()
    let plain = try service.send("GET", "\(attributes)&format=svg")
    let large = try service.send("GET", "\(attributes)&format=svg&zoom=2.5")
    let size = #/ width="([0-9.]+)" height="([0-9.]+)"/#
    let before = try #require(plain.text.firstMatch(of: size)?.output)
    let after = try #require(large.text.firstMatch(of: size)?.output)
    #expect(Double(after.1) == (Double(before.1) ?? 0) * 2.5)
    #expect(Double(after.2) == (Double(before.2) ?? 0) * 2.5)
    #expect(plain.text.replacing(size, with: "") == large.text.replacing(size, with: ""))
    #expect(plain["etag"] != large["etag"])
    for zoom in ["0", "-1", "101", "1e3", "nan", "", "1,2", "x", "2&zoom=2", "2&scale=2"] {
      for name in ["zoom", "scale"] {
        let answer = try service.send("GET", "\(attributes)&format=svg&\(name)=\(zoom)")
        #expect(try answer.problem() == "bad-query", "\(name)=\(zoom)")
      }
    }
    for name in ["zoom", "scale"] {
      let refused = try service.send("GET", "\(attributes)&\(name)=2")
      #expect(try refused.problem() == "bad-query")
      #expect(try refused.json()["parameter"]?.string == name)
    }
  }

  @Test func `A theme does not go with a format that has no colours`() throws {
    let service = try service()
    for format in ["json", "columns", "packed"] {
      let answer = try service.send("GET", "\(attributes)&format=\(format)&theme=dark")
      #expect(try answer.problem() == "bad-query")
    }
    #expect(try service.send("GET", "\(attributes)&theme=dark&format=svg").status == 200)
    // The path's ending fixes the format.
    #expect(try service.send("GET", "\(picture)&format=svg").status == 400)
    for target in ["\(id)?theme=dark", "\(id)/sections?theme=dark"] {
      #expect(try service.send("GET", target).status == 400)
    }
  }

  // MARK: What holds for all answers

  @Test func `What there is not is said as a problem, not as a picture`() throws {
    let service = try service()
    let missing = try service.send("GET", "\(id)/attributes.svg?indexPath=0-9")
    #expect(try missing.problem() == "no-such-element")
    #expect(missing["content-security-policy"] == nil)
    let unknown = String(repeating: "0", count: 64)
    let gone = try service.send("GET", "/v1/layouts/\(unknown)/attributes.svg?rect=all")
    #expect(try gone.problem() == "layout-not-cached")
  }

  @Test func `Large pictures are compressed or streamed, and are the same`() throws {
    let service = TestService()
    let document = TestDocument.list(25_000)
    let target = "/v1/layouts/\(LayoutID(hashing: Array(document.utf8)).text)/attributes.svg"
    _ = try service.send("POST", "/v1/layouts", text: document)
    let streamed = try service.send("GET", "\(target)?rect=all")
    #expect(streamed.isStreamed)
    #expect(streamed.body.count > ResponseWriter.wholeLimit)
    #expect(streamed.text.hasSuffix("</svg>"))
    let compressed = try service.send("GET", "\(target)?rect=all", ["Accept-Encoding: gzip"])
    #expect(compressed["content-encoding"] == "gzip")
    #expect(try Gzip.inflated(compressed.body, limit: 1 << 26) == streamed.body)
    let small = try service.send("GET", "\(target)?rect=0,440000,320,88")
    #expect(!small.isStreamed)
    #expect(small.text.contains(">10001</text>"))
  }
}
