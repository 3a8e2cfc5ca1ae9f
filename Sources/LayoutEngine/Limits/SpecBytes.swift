// The memory that layouts' specs use: estimated from the sizes of their types, for stored documents.

/// The bytes that an array or a box takes besides its contents.
let headerByteCount = 32

extension Array {
  /// The bytes of the array, plus those that `besides` returns for each element; 0 if the array has no
  /// capacity.
  func specByteCount(_ besides: (Element) -> Int) -> Int {
    guard capacity > 0 else { return 0 }
    return reduce(headerByteCount + capacity * MemoryLayout<Element>.stride) { $0 + besides($1) }
  }
}

extension String {
  /// The memory used besides the string itself, in bytes; 0 for short strings.
  var heapByteCount: Int { utf8.count > 15 ? headerByteCount + utf8.count : 0 }
}
