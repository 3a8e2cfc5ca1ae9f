import Foundation
import LayoutAPI
import TestSupport
import Testing

@testable import LayoutService

/// A gallery's feed, screen by screen (`Fixtures/photo-feed.json`, made by `Tests/Generators/photo_feed.py`).
@Suite(.waits) struct PhotoFeedTests {
  /// What the test knows of an item, read from the document itself.
  private struct Photo {
    var id: String
    var ratio: Double
    var bodyHeight: Double
  }

  private func feed() throws -> (text: [UInt8], photos: [Photo]) {
    let text = Array(
      try PackageFiles.data(of: "Tests/LayoutServiceTests/Fixtures/photo-feed.json"))
    let items = try #require(try FixtureValue(text)["items"]).elements
    let photos = try items.map { item in
      let width = try #require(item["width"]?.number)
      let height = try #require(item["height"]?.number)
      return Photo(
        id: try #require(item["id"]?.string), ratio: width / height,
        bodyHeight: item["bodyHeight"]?.number ?? 0)
    }
    return (text, photos)
  }

  @Test func `The union of the screens is every photo`() throws {
    let (text, photos) = try feed()
    #expect(photos.count >= 1_000)
    let service = TestService()
    let posted = try service.send("POST", "/v1/layouts", body: text)
    #expect(posted.status == 201)
    let id = try #require(try posted.json()["id"]?.string)
    let height = try #require(try posted.json()["contentSize"]?["height"]?.number)
    var seen: [Int: [Double]] = [:]
    var headers = 0
    var top = 0.0
    while top < height {
      let screen = try service.send(
        "GET", "/v1/layouts/\(id)/attributes?rect=0,\(top),390,844&bounds=0,\(top),390,844")
      #expect(screen.status == 200)
      for element in try #require(try screen.json()["attributes"]).elements {
        let frame = try frame(of: element)
        #expect(frame[0] < 390 && frame[0] + frame[2] > 0)
        #expect(frame[1] < top + 844 && frame[1] + frame[3] > top)
        guard element["category"]?.string == "cell" else {
          headers += 1
          continue
        }
        let item = try #require(element["indexPath"]?.elements.last?.number)
        #expect(element["id"]?.string == photos[Int(item)].id)
        #expect(seen[Int(item)] ?? frame == frame)
        seen[Int(item)] = frame
      }
      top += 844
    }
    #expect(Set(seen.keys) == Set(photos.indices))
    // The pinned header is on every screen.
    #expect(headers == Int((height / 844).rounded(.up)))
    try check(seen, photos)
  }

  /// Holds frames against hand arithmetic: two columns of (390 − 2·8 − 8)/2 = 183 points.
  private func check(_ frames: [Int: [Double]], _ photos: [Photo]) throws {
    var bottoms = [64.0, 64.0]
    for (item, photo) in photos.enumerated() {
      let column = bottoms[0] <= bottoms[1] ? 0 : 1
      let height = 183 / photo.ratio + photo.bodyHeight
      let expected = [8 + 191 * Double(column), bottoms[column], 183, height]
      let frame = try #require(frames[item])
      for (got, want) in zip(frame, expected) {
        // Rounded to a third of a point.
        #expect(abs(got - want) <= 1.0 / 6 + 1e-6, "photo \(item): \(frame), not \(expected)")
      }
      bottoms[column] += height + 8
    }
  }

  private func frame(of element: FixtureValue) throws -> [Double] {
    let frame = try #require(element["frame"])
    return try ["x", "y", "width", "height"].map { try #require(frame[$0]?.number) }
  }
}
