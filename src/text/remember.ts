/**
 * A pure function of a text that remembers its answers: whoever looks at a growing session asks the same of the same short
 * texts again and again. When there are too many, the older half is forgotten. Long texts are not remembered.
 */
export function remember<Value>(read: (text: string) => Value, most = MOST): (text: string) => Value {
  let recent = new Map<string, Value>()
  let older = new Map<string, Value>()
  return text => {
    if (text.length > MAX_CHARS) return read(text)
    const known = recent.get(text)
    if (known !== undefined) return known
    const value = older.get(text) ?? read(text)
    if (recent.size >= most / 2) {
      older = recent
      recent = new Map()
    }
    recent.set(text, value)
    return value
  }
}

const MOST = 8000
const MAX_CHARS = 2000
