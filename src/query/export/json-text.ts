/** JSON of a value; undefined where it is nested too deeply to be written, though it could be read. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
