import Testing

/// LayoutEngine is pure: the built module asks for the standard library and nothing else.
@Suite struct EngineLinkTests {
  /// The standard library's parts, and what it links itself.
  private static let standardLibrary: Set = [
    "-lswiftCore", "-lswift_Concurrency", "-lswift_StringProcessing", "-lswift_RegexParser",
    "-lswiftSwiftOnoneSupport",
  ]
  /// How symbols of Foundation and of libevent begin.
  private static let foreignSymbols = [
    "$s10Foundation", "$s20FoundationEssentials", "event_base_", "event_new", "evconnlistener_",
    "evthread_",
  ]

  @Test func `LayoutEngine links neither Foundation nor libevent`() throws {
    let engine = try BuiltModule("LayoutEngine")
    let libraries = engine.linkedLibraries
    #expect(libraries.contains("-lswiftCore"))
    #expect(libraries.isSubset(of: Self.standardLibrary), "\(libraries.sorted())")
    for symbol in Self.foreignSymbols {
      #expect(!engine.mentions(symbol), "\(symbol)")
    }
  }

  @Test func `A module that does link them is told by the same signs`() throws {
    let tests = try BuiltModule("PackageTests")
    #expect(tests.linkedLibraries.contains("-lFoundation"))
    #expect(tests.mentions("$s10Foundation"))
    let events = try BuiltModule("Libevent")
    #expect(events.linkedLibraries.contains("-lswiftGlibc"))
    #expect(events.mentions("event_base_"))
    #expect(!events.mentions("$s10Foundation"))
  }
}
