/** Distinct values in the order they were first seen. The check against the last one makes the usual case cheap. */
export class Seen {
  readonly #values = new Set<string>()
  #last: string | undefined

  add(value: unknown): void {
    if (value === this.#last || typeof value !== 'string' || value === '') return
    this.#last = value
    this.#values.add(value)
  }

  get last(): string | undefined {
    return this.#last
  }

  get first(): string | undefined {
    return this.#values.values().next().value
  }

  has(value: string): boolean {
    return this.#values.has(value)
  }

  get values(): readonly string[] {
    return [...this.#values]
  }

  get size(): number {
    return this.#values.size
  }
}
