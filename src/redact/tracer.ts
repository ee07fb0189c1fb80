import type { Trace } from './redaction.ts'
import type { StringVisitor } from './walk-value.ts'

/** What one string or list of lines became, and whether there was anything in it. */
export interface Traced<Value> {
  readonly value: Value
  readonly hasFound: boolean
}

/** Looks at the strings of a value; `number` is the place of each in the walk. */
export interface TracedVisitor {
  text(text: string, field: string | undefined, number: number): Traced<string>
  lines(lines: readonly string[], field: string | undefined, number: number): Traced<readonly string[]>
  key(key: string): string
}

const NONE: readonly number[] = []
/** The same few strings are found in nearly all entries: their numbers are held once. */
const MAX_LISTS = 10_000

/** Numbers the strings of a value while it is walked through, and remembers in which there was something. */
export class Tracer implements StringVisitor {
  private readonly visitor: TracedVisitor
  private readonly lists = new Map<string, readonly number[]>()
  private found: number[] = []
  private count = 0
  private check = 0

  constructor(visitor: TracedVisitor) {
    this.visitor = visitor
  }

  begin(): void {
    this.found = []
    this.count = 0
    this.check = 0
  }

  end(isSettled: boolean): Trace {
    return { check: this.check, found: this.intern(), isSettled }
  }

  text(text: string, field: string | undefined): string {
    this.add(text)
    const number = this.count++
    const { value, hasFound } = this.visitor.text(text, field, number)
    if (hasFound) this.found.push(number)
    return value
  }

  lines(lines: readonly string[], field: string | undefined): readonly string[] {
    this.check = Math.imul(this.check, 31) + lines.length
    for (const line of lines) this.add(line)
    const number = this.count++
    const { value, hasFound } = this.visitor.lines(lines, field, number)
    if (hasFound) this.found.push(number)
    return value
  }

  key(key: string): string {
    return this.visitor.key(key)
  }

  private add(text: string): void {
    const { length } = text
    this.check = (Math.imul(this.check, 31) + length + (text.charCodeAt(length >> 1) << 8)) | 0
  }

  private intern(): readonly number[] {
    if (this.found.length === 0) return NONE
    const name = this.found.join()
    const known = this.lists.get(name)
    if (known) return known
    if (this.lists.size < MAX_LISTS) this.lists.set(name, this.found)
    return this.found
  }
}
