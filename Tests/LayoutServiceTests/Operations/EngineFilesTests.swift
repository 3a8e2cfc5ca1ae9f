import Foundation
import LayoutAPI
import TestSupport
import Testing

@testable import LayoutService

/// The engine for pages is in the program, playground or not: the script always, the module if `make wasm`
/// built it before the program was built.
@Suite(.waits) struct EngineFilesTests {
  private static let module: EmbeddedPage? = EmbeddedPage.all.first {
    $0.path == "/tatami.wasm" && !$0.bytes.isEmpty
  }
  private static let files =
    [
      "tatami-engine.js", "text-measuring.js", "text-lines.js", "page-texts.js", "line-breaks.js",
      "line-break-classes.js",
    ]
    .map { ($0, "text/javascript; charset=utf-8") }
    + (module == nil ? [] : [("tatami.wasm", "application/wasm")])

  @Test(arguments: files)
  func `The module and its scripts are served as they are, compressed once`(
    name: String, type: String
  ) throws {
    let service = TestService { $0.isPlaygroundOn = false }
    let file =
      name == "tatami.wasm"
      ? try #require(Self.module).bytes
      : Array(try PackageFiles.data(of: "Web/engine/\(name)"))
    let answer = try service.send("GET", "/\(name)")
    #expect(answer.status == 200)
    #expect(answer.body == file)
    #expect(answer["content-type"] == type)
    #expect(answer["cache-control"] == "public, no-cache")
    let compressed = try service.send("GET", "/\(name)", ["Accept-Encoding: gzip"])
    #expect(compressed["content-encoding"] == "gzip")
    #expect(compressed.body.count * 2 < file.count)
  }

  @Test(
    .enabled(
      if: EmbeddedPage.all.contains { $0.brotli != nil } && Command.isInstalled("brotli"),
      "make wasm has not been run, or brotli is not installed"))
  func `Texts and the module are served as brotli to a client that likes it best`() throws {
    let service = TestService()
    var streams = 0
    for page in EmbeddedPage.all where page.brotli != nil {
      let answer = try service.send("GET", page.path, ["Accept-Encoding: gzip, br"])
      #expect(answer["content-encoding"] == "br", "\(page.path)")
      #expect(answer["vary"] == "Accept-Encoding")
      #expect(answer["etag"]?.hasPrefix("W/") == true)
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).br")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(answer.body).write(to: file)
      let plain = try Command.run(["/bin/sh", "-c", "brotli -dc '\(file.path())' | sha256sum"])
      let hash = LayoutID(hashing: page.bytes).text
      #expect(plain.output.hasPrefix(hash), "\(page.path)")
      for coding in ["gzip", "gzip, br;q=0.5", "gzip, br;q=0"] {
        let other = try service.send("GET", page.path, ["Accept-Encoding: \(coding)"])
        #expect(other["content-encoding"] == "gzip", "\(page.path) \(coding)")
      }
      streams += 1
    }
    #expect(streams > 8)
  }

  @Test(arguments: files.map(\.0))
  func `What names its tag never changes`(name: String) throws {
    let service = TestService()
    let tag = try #require(try service.send("GET", "/\(name)")["etag"]).filter(\.isHexDigit)
    #expect(tag.count == 32)
    let named = try service.send("GET", "/\(name)?v=\(tag)")
    #expect(named["cache-control"] == "public, max-age=31536000, immutable")
    let other = try service.send("GET", "/\(name)?v=\(String(repeating: "0", count: 32))")
    #expect(other.status == 200)
    #expect(other["cache-control"] == "public, no-cache")
  }

  @Test(.enabled(if: module == nil, "this build carries tatami.wasm"), arguments: ["", "?v=1"])
  func `A build without the module answers 404 and names the command that builds it`(
    query: String
  ) throws {
    let answer = try TestService().send("GET", "/tatami.wasm\(query)")
    #expect(answer.status == 404)
    #expect(answer["content-type"] == "application/problem+json")
    #expect(answer["cache-control"] == "no-store")
    #expect(String(decoding: answer.body, as: UTF8.self).contains("run `make wasm`"))
  }

  @Test(.enabled(if: module != nil, "make wasm has not been run"))
  func `The module is one of WebAssembly that imports nothing`() throws {
    let module = try #require(Self.module).bytes
    #expect(module.starts(with: [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0]))
    // A section: its number, its length in groups of seven bits, its bytes. Imports have the number 2.
    var index = 8
    var numbers: [UInt8] = []
    while index < module.count {
      numbers.append(module[index])
      index += 1
      var length = 0
      var shift = 0
      repeat {
        length |= Int(module[index] & 0x7F) << shift
        shift += 7
        index += 1
      } while module[index - 1] & 0x80 != 0
      index += length
    }
    #expect(index == module.count)
    #expect(numbers.contains(10) && !numbers.contains(2))
  }
}
