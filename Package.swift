// swift-tools-version: 6.2
import PackageDescription

/// Every target is built alike: Swift 6 mode, explicit existentials and imports, no warnings, and each
/// use of what is unsafe marked.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
]

/// Who depends on the package without this trait gets the libraries, and none of the package's dependencies.
let service = "Service"
let logging: Target.Dependency = .product(
  name: "Logging", package: "swift-log", condition: .when(traits: [service]))
let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: [service]))

/// The sanitizer that the package is built for, nil if none; `Tests/Tools/sanitize.sh` sets it.
let sanitizer: String? = Context.environment["TATAMI_SANITIZED"]

/// The allocator that takes glibc's place.
///
/// Sanitizers have their own, which must see every block: jemalloc would take C++'s `new`, and leave them
/// what frees it.
let allocator: [Target.Dependency] = sanitizer == nil ? ["CJemalloc"] : []

/// The suites that a build for a sanitizer compiles: those that hold threads or parse bytes.
let sanitizedSuites =
  [
    "HTTPMessageTests", "LibeventTests", "EventHTTPTests", "ValkeyStoreTests", "LayoutServiceTests",
    "tatamiTests",
  ] + (sanitizer == "address" ? ["LayoutWireTests", "TextMeasureTests"] : [])

/// The program is linked so that what it calls in other libraries is looked up when it starts, and
/// the table of it is read-only from then on.
let hardened: LinkerSetting = .unsafeFlags(
  ["-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"])

let package = Package(
  name: "tatami",
  // The oldest systems of LayoutEngine, LayoutWire and TatamiClient; everything else needs Linux.
  platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v8)],
  products: [
    .executable(name: "tatami", targets: ["tatami"]),
    .library(name: "LayoutEngine", targets: ["LayoutEngine"]),
    .library(name: "LayoutWire", targets: ["LayoutWire"]),
    .library(name: "TextMeasure", targets: ["TextMeasure"]),
    .library(name: "TatamiClient", targets: ["TatamiClient"]),
  ],
  traits: [
    .default(enabledTraits: [service]),
    .trait(
      name: service, description: "The program, and the packages that only the program needs."),
  ],
  // Exact versions, raised by hand. Package.resolved would pin commits too, but those differ between
  // mirrors of one version, so it stays out; what these depend on themselves is not pinned by it, and
  // `make sbom` tells what was taken.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
  ],
  // In the order of the data flow: bytes → request → document → layout → query → bytes.
  targets: [
    .systemLibrary(
      name: "CLibevent", pkgConfig: "libevent libevent_pthreads",
      providers: [.apt(["libevent-dev"])]),
    .systemLibrary(name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CLibdeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CJemalloc", pkgConfig: "jemalloc", providers: [.apt(["libjemalloc-dev"])]),
    // Without pkg-config: hiredis' has a flag that SwiftPM does not know.
    .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),
    .systemLibrary(
      name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
    // A target, not ICU's headers: those clash with the ones of Foundation.
    .target(
      name: "CICU", linkerSettings: [.linkedLibrary("icuuc"), .linkedLibrary("icudata")]),
    // What the binary carries with it, so that it needs no file beside itself.
    .target(name: "CEmbeddedFiles"),
    .target(name: "HTTPMessage", swiftSettings: settings),
    .target(name: "Libevent", dependencies: ["CLibevent"], swiftSettings: settings),
    .target(
      name: "EventHTTP", dependencies: ["Libevent", "HTTPMessage", logging],
      swiftSettings: settings),
    // How texts are set: for documents, and for what measures texts without any.
    .target(name: "TextStyling", swiftSettings: settings),
    // Rounding calls libm, which nothing else of a program that only lays out may link.
    .target(
      name: "LayoutEngine", dependencies: ["TextStyling"], swiftSettings: settings,
      linkerSettings: [.linkedLibrary("m")]),
    // Fonts and lines; it knows nothing about layouts and HTTP.
    .target(
      name: "TextMeasure", dependencies: ["TextStyling", "CHarfBuzz", "CICU"],
      swiftSettings: settings),
    .target(name: "LayoutWire", dependencies: ["LayoutEngine"], swiftSettings: settings),
    // What requests and responses say about layouts, by HTTP and in a page alike. It knows no threads.
    .target(
      name: "LayoutAPI", dependencies: ["LayoutEngine", "LayoutWire", "HTTPMessage"],
      swiftSettings: settings),
    .target(
      name: "LayoutService",
      dependencies: [
        "LayoutEngine", "LayoutWire", "LayoutAPI", "TextMeasure", "HTTPMessage", "CLibcrypto",
        "CLibdeflate",
        "CZlib", "CEmbeddedFiles", logging,
      ],
      swiftSettings: settings),
    .target(
      name: "ValkeyStore",
      dependencies: ["CHiredis", "Libevent", "HTTPMessage", "LayoutAPI", logging],
      swiftSettings: settings),
    .executableTarget(
      name: "tatami",
      dependencies: [
        "LayoutEngine", "LayoutWire", "HTTPMessage", "Libevent", "EventHTTP",
        "LayoutService", "ValkeyStore", arguments, logging,
      ] + allocator,
      swiftSettings: settings, linkerSettings: [hardened]),
    .executableTarget(
      name: "tatami-bench",
      dependencies: [
        "LayoutEngine", "LayoutWire", "LayoutAPI", "HTTPMessage", "LayoutService", logging,
      ],
      swiftSettings: settings),
    // What apps take, or copy. What needs UIKit is empty on other systems.
    .target(
      name: "TatamiClient", path: "Clients/swift",
      exclude: [
        "CoreTextMeasurer.swift", "EngineCollectionViewLayout.swift", "EngineWall.swift",
      ],
      swiftSettings: settings),
    // What the tests of several targets use.
    .target(
      name: "TestSupport", dependencies: ["LayoutEngine", "LayoutWire", "HTTPMessage"],
      path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(
      name: "LayoutEngineTests", dependencies: ["LayoutEngine", "LayoutWire", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "TextMeasureTests", dependencies: ["TextMeasure", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "LayoutWireTests", dependencies: ["LayoutEngine", "LayoutWire", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "LayoutServiceTests",
      dependencies: [
        "LayoutService", "LayoutAPI", "LayoutEngine", "LayoutWire", "HTTPMessage", "EventHTTP",
        "TestSupport",
        logging,
      ],
      exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "HTTPMessageTests", dependencies: ["HTTPMessage", "TestSupport"],
      swiftSettings: settings),
    .testTarget(name: "LibeventTests", dependencies: ["Libevent"], swiftSettings: settings),
    .testTarget(
      name: "EventHTTPTests",
      dependencies: ["EventHTTP", "HTTPMessage", "TestSupport", logging],
      swiftSettings: settings),
    .testTarget(
      name: "ValkeyStoreTests",
      dependencies: [
        "ValkeyStore", "HTTPMessage", "LayoutAPI", "LayoutService", "TestSupport", logging,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "tatamiTests",
      dependencies: [
        "tatami", "LayoutAPI", "LayoutService", "ValkeyStore", "EventHTTP", "HTTPMessage",
        "TestSupport",
        logging,
      ] + allocator,
      swiftSettings: settings),
    .testTarget(
      name: "TatamiClientTests", dependencies: ["TatamiClient", "TestSupport", "tatami"],
      swiftSettings: settings),
    .testTarget(
      name: "PackageTests",
      dependencies: ["LayoutEngine", "LayoutWire", "EventHTTP", "TestSupport", "tatami"],
      exclude: ["Fixtures"], swiftSettings: settings),
  ]
)

if sanitizer != nil {
  package.targets.removeAll { $0.type == .test && !sanitizedSuites.contains($0.name) }
}
