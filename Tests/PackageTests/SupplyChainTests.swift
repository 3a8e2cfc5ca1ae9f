import Foundation
import TestSupport
import Testing

/// What the program is built from and how it is linked.
@Suite struct SupplyChainTests {
  private func text(_ name: String) throws -> String {
    try String(contentsOf: Readme.root.appending(path: name), encoding: .utf8)
  }

  @Test func `Every dependency is of one exact version`() throws {
    let manifest = try text("Package.swift")
    let dependencies = manifest.matches(of: #/\.package\(url: .*/#).map { String($0.output) }
    #expect(dependencies.count == 2)
    for dependency in dependencies {
      #expect(dependency.contains(#/, exact: "\d+\.\d+\.\d+"/#), "\(dependency)")
    }
  }

  @Test func `Every image is of one release, and accepts a digest`() throws {
    let dockerfile = try text("Dockerfile")
    let images = dockerfile.matches(of: #/\nFROM (\S+)/#).map { String($0.output.1) }
    #expect(images.count == 2)
    for image in images {
      let match = try #require(
        image.wholeMatch(
          of: #/[a-z]+:\d+\.\d+(?:\.\d+)?-[a-z]+\$\{([A-Z_]+):\+@\$\{([A-Z_]+)\}\}/#),
        "\(image)")
      #expect(match.output.1 == match.output.2)
      #expect(dockerfile.contains("\nARG \(match.output.1)\n"))
    }
    let files = [
      "compose.yaml", "cluster/compose.yaml", "kubernetes/cluster/front.yaml",
      "kubernetes/cluster/store.yaml",
    ]
    for file in files {
      let images = try text("Examples/\(file)").matches(of: #/image: (\S+:\S+)/#)
        .map(\.output.1)
      #expect(!images.isEmpty, "\(file)")
      for image in images where image != "tatami:latest" {
        #expect(image.contains(#/:v?\d+\.\d+\.\d+(-|$)/#), "\(image)")
      }
    }
  }

  @Test func `The licence is Apache's, and goes into the image`() throws {
    let licence = try text("LICENSE")
    #expect(
      licence.contains("Apache License\n                           Version 2.0, January 2004"))
    #expect(licence.contains("END OF TERMS AND CONDITIONS"))
    let debian = "/usr/share/common-licenses/Apache-2.0"
    if let known = try? String(contentsOfFile: debian, encoding: .utf8) {
      #expect(licence == known)
    }
    #expect(try text("Dockerfile").contains("\nCOPY LICENSE "))
    #expect(try !text(".dockerignore").contains("LICENSE"))
  }

  @Test func `The program is linked so that its table of calls is read-only`() throws {
    let program = try LinkedProgram(TatamiProgram.executable)
    #expect(program.isBoundAtStart)
    #expect(program.hasReadOnlyRelocations)
  }
}

/// What an ELF file for 64 bits, lowest byte first, says of its linking.
private struct LinkedProgram {
  /// Whether all calls are looked up when the program starts (`-z now`).
  private(set) var isBoundAtStart = false
  /// Whether what has been looked up is made read-only (`-z relro`).
  private(set) var hasReadOnlyRelocations = false

  init(_ file: URL) throws {
    let data = try Data(contentsOf: file, options: .alwaysMapped)
    try #require(data.prefix(6) == Data([0x7F, 0x45, 0x4C, 0x46, 2, 1]))
    func number(_ offset: Int, _ count: Int) -> Int {
      data[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let (table, size, count) = (number(32, 8), number(54, 2), number(56, 2))
    for header in (0..<count).map({ table + $0 * size }) {
      switch number(header, 4) {
      case 0x6474_E552: hasReadOnlyRelocations = true
      case 2:  // PT_DYNAMIC: pairs of a tag and a value.
        let start = number(header + 8, 8)
        for entry in stride(from: start, to: start + number(header + 32, 8), by: 16) {
          let value = number(entry + 8, 4)
          // DT_BIND_NOW; DT_FLAGS with DF_BIND_NOW; DT_FLAGS_1 with DF_1_NOW.
          switch number(entry, 4) {
          case 24: isBoundAtStart = true
          case 30 where value & 8 != 0: isBoundAtStart = true
          case 0x6FFF_FFFB where value & 1 != 0: isBoundAtStart = true
          default: break
          }
        }
      default: break
      }
    }
  }
}
