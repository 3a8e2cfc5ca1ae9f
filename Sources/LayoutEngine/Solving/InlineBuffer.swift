#if os(macOS) || os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
  /// Sixteen elements, stored inline.
  package typealias Sixteen<Element: BitwiseCopyable> = InlineBuffer<Four<Four<Element>>, Element>
  /// Sixty-four elements, stored inline.
  package typealias SixtyFour<Element: BitwiseCopyable> =
    InlineBuffer<Four<Four<Four<Element>>>, Element>
  /// Six elements or a few more, stored inline.
  package typealias SixOrMore<Element: SIMDScalar> = SIMD8<Element>
  /// A table of 19 elements.
  package typealias Nineteen<Element> = [Element]
  /// A table of 23 elements.
  package typealias TwentyThree<Element> = [Element]
#else
  /// Sixteen elements, stored inline.
  package typealias Sixteen<Element> = InlineArray<16, Element>
  /// Sixty-four elements, stored inline.
  package typealias SixtyFour<Element> = InlineArray<64, Element>
  /// Six elements or a few more, stored inline.
  package typealias SixOrMore<Element> = InlineArray<6, Element>
  /// A table of 19 elements.
  package typealias Nineteen<Element> = InlineArray<19, Element>
  /// A table of 23 elements.
  package typealias TwentyThree<Element> = InlineArray<23, Element>

  extension InlineArray {
    /// Calls `body` with the first `count` elements, and returns its result.
    @inlinable @inline(__always)
    package func withFirst<Result>(_ count: Int, _ body: (Span<Element>) -> Result) -> Result {
      body(span.extracting(..<count))
    }
  }
#endif

#if os(macOS) || os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
  /// Four values of one type.
  package typealias Four<Value> = (Value, Value, Value, Value)

  /// Elements that are stored inline, one after the other, so that creating the buffer allocates nothing.
  ///
  /// A substitute for `InlineArray`, which needs iOS 26. Other platforms use `InlineArray`, because reading JSON with
  /// this buffer is slower.
  ///
  /// Elements are read through a mutating accessor: a non-mutating one would copy the whole buffer for each
  /// element.
  @safe package struct InlineBuffer<Storage: BitwiseCopyable, Element: BitwiseCopyable> {
    @usableFromInline var storage: Storage

    /// Creates a buffer of the elements of `storage`, a tuple of nothing else.
    @inlinable init(_ storage: Storage) { self.storage = storage }

    /// The number of elements.
    @inlinable package static var count: Int {
      MemoryLayout<Storage>.stride / MemoryLayout<Element>.stride
    }

    /// The element at an index, which must be in `0..<count`.
    @inlinable package subscript(place: Int) -> Element {
      @inline(__always) mutating get {
        precondition(place >= 0 && place < Self.count)
        return unsafe withUnsafeBytes(of: &storage) {
          unsafe $0.load(fromByteOffset: place &* MemoryLayout<Element>.stride, as: Element.self)
        }
      }
      @inline(__always) set {
        precondition(place >= 0 && place < Self.count)
        unsafe withUnsafeMutableBytes(of: &storage) {
          unsafe $0.storeBytes(
            of: newValue, toByteOffset: place &* MemoryLayout<Element>.stride, as: Element.self)
        }
      }
    }

    /// Calls `body` with the first `count` elements, and returns its result.
    @inlinable @inline(__always)
    package mutating func withFirst<Result>(
      _ count: Int, _ body: (Span<Element>) -> Result
    ) -> Result {
      precondition(count >= 0 && count <= Self.count)
      return unsafe withUnsafeBytes(of: &storage) { bytes in
        // The storage consists of `Self.count` elements.
        let elements = unsafe UnsafeBufferPointer(
          start: bytes.baseAddress?.assumingMemoryBound(to: Element.self), count: count)
        return unsafe body(Span(_unsafeElements: elements))
      }
    }
  }

  extension InlineBuffer: Sendable where Storage: Sendable, Element: Sendable {}

  extension InlineBuffer where Storage == Four<Four<Element>> {
    /// Creates a buffer of 16 equal elements.
    @inlinable package init(repeating element: Element) {
      let four = (element, element, element, element)
      self.init((four, four, four, four))
    }
  }

  extension InlineBuffer where Storage == Four<Four<Four<Element>>> {
    /// Creates a buffer of 64 equal elements.
    @inlinable package init(repeating element: Element) {
      let four = (element, element, element, element)
      let sixteen = (four, four, four, four)
      self.init((sixteen, sixteen, sixteen, sixteen))
    }
  }
#endif
