/// The shortest decimal that reads back as the same double.
func shortText(of value: Double) -> String {
  "\(value)"
}
