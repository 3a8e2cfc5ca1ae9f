// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4), from which ids are made: CryptoKit's if it is available, else this implementation.

import Foundation

#if canImport(CryptoKit)
  import CryptoKit
#endif

enum TatamiDigest {
  /// Returns the SHA-256 in lowercase hexadecimal digits.
  static func sha256(_ data: Data) -> String {
    #if canImport(CryptoKit)
      return hexadecimal(Array(SHA256.hash(data: data)))
    #else
      return hexadecimal(portable(Array(data)))
    #endif
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Returns the SHA-256 of a message, computed without CryptoKit.
  static func portable(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
      0x5be0_cd19,
    ]
    var padded = message + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    let bits = UInt64(message.count) * 8
    padded += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    var words = [UInt32](repeating: 0, count: 64)
    let rounds = rounds
    for block in stride(from: 0, to: padded.count, by: 64) {
      for index in 0..<16 {
        let at = block + 4 * index
        words[index] =
          UInt32(padded[at]) << 24 | UInt32(padded[at + 1]) << 16 | UInt32(padded[at + 2]) << 8
          | UInt32(padded[at + 3])
      }
      for index in 16..<64 {
        let (early, late) = (words[index - 15], words[index - 2])
        let one = turned(early, 7) ^ turned(early, 18) ^ early >> 3
        let other = turned(late, 17) ^ turned(late, 19) ^ late >> 10
        words[index] = words[index - 16] &+ one &+ words[index - 7] &+ other
      }
      mix(&state, words, rounds)
    }
    return state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
    }
  }

  private static func mix(_ state: inout [UInt32], _ words: [UInt32], _ rounds: [UInt32]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = e & f ^ ~e & g
      let majority = a & b ^ a & c ^ b & c
      let first =
        h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ rounds[index]
        &+ words[index]
      let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let rounds: [UInt32] = {
    var primes: [UInt32] = []
    var number: UInt32 = 2
    while primes.count < 64 {
      if primes.allSatisfy({ number % $0 != 0 }) { primes.append(number) }
      number += 1
    }
    return primes.map(fractionOfCubeRoot)
  }()

  /// Computed in integers: the greatest r with r³ ≤ prime · 2⁹⁶ has the fraction in its lowest 32 bits.
  private static func fractionOfCubeRoot(of prime: UInt32) -> UInt32 {
    var root: UInt64 = 0
    for bit in (0..<36).reversed() {
      let tried = root | 1 << UInt64(bit)
      let square = tried.multipliedFullWidth(by: tried)
      let (low, high) = (square.low.multipliedFullWidth(by: tried), square.high * tried)
      // prime · 2⁹⁶ is prime · 2³² in the upper of two words.
      if high &+ low.high < UInt64(prime) << 32 { root = tried }
    }
    return UInt32(truncatingIfNeeded: root)
  }
}
