/** Distinct values in the order they were first seen. The check against the last one makes the usual case cheap. */
export class Seen {
  private readonly all = new Set<string>()
  private latest: string | undefined

  add(value: unknown): void {
    if (value === this.latest || typeof value !== 'string' || value === '') return
    this.latest = value
    this.all.add(value)
  }

  get last(): string | undefined {
    return this.latest
  }

  get first(): string | undefined {
    return this.all.values().next().value
  }

  has(value: string): boolean {
    return this.all.has(value)
  }

  get values(): readonly string[] {
    return [...this.all]
  }

  get size(): number {
    return this.all.size
  }
}
