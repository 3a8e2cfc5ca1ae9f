/// The 64-bit FNV-1a hash in 16 hexadecimal digits, which the Python tools write beside what they make.
func fingerprint(of bytes: some Sequence<UInt8>) -> String {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
  let text = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - text.count) + text
}
