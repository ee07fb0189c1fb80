/** By their numbers alone. What runs from source has none of its own. */
export function isOlder(version: string, own: string): boolean {
  if (own.startsWith('0.0.0')) return false
  const [theirs, ours] = [numbersOf(version), numbersOf(own)]
  const at = ours.findIndex((number, place) => theirs[place] !== number)
  return at >= 0 && (theirs[at] ?? 0) < (ours[at] ?? 0)
}

function numbersOf(version: string): readonly number[] {
  return (version.split('-')[0] ?? '').split('.').map(Number)
}
