import LayoutAPI
import LayoutEngine
import LayoutWire
import TextMeasure

/// The fonts of the service, as `/v1/fonts` lists them (Contract §19).
enum FontList {
  /// Returns the list as JSON.
  ///
  /// - Complexity: O(bytes of all fonts): each is hashed.
  static func json(
    _ families: [FontFamily], _ budget: LayoutBudget
  ) throws(Problem) -> [UInt8] {
    var output = Array(#"{"families":["#.utf8)
    for (number, family) in families.enumerated() {
      if number > 0 { output.append(UInt8(ascii: ",")) }
      output.append(contentsOf: #"{"name":"#.utf8)
      output.appendJSON(family.name)
      output.append(contentsOf: #","faces":["#.utf8)
      for (number, face) in family.faces.enumerated() {
        guard budget.checkpoint() else { throw .ended }
        if number > 0 { output.append(UInt8(ascii: ",")) }
        append(face, to: &output)
      }
      output.append(contentsOf: "]}".utf8)
    }
    output.append(contentsOf: "]}".utf8)
    return output
  }

  /// Returns `@font-face` rules of families, whose files a page serves under a URL.
  ///
  /// Of several faces alike, the rule is that of the face that Tatami measures in. Browsers load only the first face of a
  /// collection, so the others have no rule.
  static func css(
    _ families: [FontFamily], source: String, _ budget: LayoutBudget
  ) throws(Problem) -> [UInt8] {
    var held = 0
    var output: [UInt8] = []
    for family in families {
      var written: Set<String> = []
      guard budget.checkpoint(), budget.tryReserve(output.count - held) else { throw .ended }
      held = output.count
      for face in family.faces where face.index == 0 {
        let descriptors = descriptors(of: face)
        guard written.insert(descriptors).inserted else { continue }
        output.append(contentsOf: "@font-face{font-family:".utf8)
        output.appendCSSString(family.name)
        output.append(contentsOf: ";\(descriptors);src:url(".utf8)
        output.appendCSSString(source + encoded(face.fileName))
        output.append(contentsOf: ")}\n".utf8)
      }
    }
    return output
  }

  /// Returns a file's name as a segment of a URL's path (RFC 3986 §2.3).
  private static func encoded(_ name: String) -> String {
    var text = ""
    for byte in name.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + String(repeating: "0", count: 2 - digits.utf8.count) + digits
      }
    }
    return text
  }

  /// Returns the descriptors by which CSS tells a face from the others of its family.
  private static func descriptors(of face: FontFace) -> String {
    func text(_ value: Float) -> String {
      var bytes: [UInt8] = []
      bytes.appendJSON(Double(value))
      return String(decoding: bytes, as: UTF8.self)
    }
    let (least, greatest) = (text(face.weights.lowerBound), text(face.weights.upperBound))
    let weight = least == greatest ? least : "\(least) \(greatest)"
    return
      "font-style:\(face.isItalic ? "italic" : "normal");font-weight:\(weight);font-stretch:\(text(face.width))%"
  }

  private static func append(_ face: FontFace, to output: inout [UInt8]) {
    output.append(contentsOf: #"{"name":"#.utf8)
    output.appendJSON(face.fullName)
    output.append(contentsOf: #","file":"#.utf8)
    output.appendJSON(face.fileName)
    output.append(contentsOf: #","weight":["#.utf8)
    output.appendJSON(Double(face.weights.lowerBound))
    output.append(UInt8(ascii: ","))
    output.appendJSON(Double(face.weights.upperBound))
    output.append(contentsOf: #"],"style":"#.utf8)
    output.appendJSON(face.isItalic ? "italic" : "normal")
    output.append(contentsOf: #","width":"#.utf8)
    output.appendJSON(Double(face.width))
    output.append(contentsOf: #","axes":["#.utf8)
    for (number, axis) in face.axes.enumerated() {
      if number > 0 { output.append(UInt8(ascii: ",")) }
      output.appendJSON(axis.tag)
    }
    output.append(contentsOf: #"],"version":"#.utf8)
    output.appendJSON(face.version)
    output.append(contentsOf: #","sha256":"#.utf8)
    output.appendJSON(face.fileDigest)
    output.append(contentsOf: #","characters":"#.utf8)
    output.appendJSON(face.characterCount)
    output.append(UInt8(ascii: "}"))
  }
}
