import type { Request, Tokens, UsageTotals } from './request.ts'

/** A running sum that can also take back what it was given. */
export class Totals {
  private input = 0
  private output = 0
  private cacheRead = 0
  private cacheWrite5m = 0
  private cacheWrite1h = 0
  private thinking = 0
  private requests = 0
  private unfinished = 0
  private copies = 0

  /** `sign` is 1 to count a request, -1 to take it out again. */
  apply(tokens: Tokens, isUnfinished: boolean, sign: 1 | -1): void {
    this.input += sign * tokens.input
    this.output += sign * tokens.output
    this.cacheRead += sign * tokens.cacheRead
    this.cacheWrite5m += sign * tokens.cacheWrite5m
    this.cacheWrite1h += sign * tokens.cacheWrite1h
    this.thinking += sign * tokens.thinking
    this.requests += sign
    if (isUnfinished) this.unfinished += sign
  }

  addCopies(lines: number): void {
    this.copies += lines
  }

  get value(): UsageTotals {
    return {
      input: this.input,
      output: this.output,
      cacheRead: this.cacheRead,
      cacheWrite5m: this.cacheWrite5m,
      cacheWrite1h: this.cacheWrite1h,
      thinking: this.thinking,
      requests: this.requests,
      unfinished: this.unfinished,
      copies: this.copies,
    }
  }
}

export function sumRequests(requests: Iterable<Request>): UsageTotals {
  const totals = new Totals()
  for (const request of requests) {
    totals.apply(request.tokens, request.isUnfinished, 1)
    totals.addCopies(request.lines - 1)
  }
  return totals.value
}

/** Everything that went through the model, cached or not. */
export function totalTokens(tokens: Omit<Tokens, 'thinking'>): number {
  return tokens.output + contextOf(tokens)
}

/** What was sent: the context of one pass. */
export function contextOf(tokens: Omit<Tokens, 'thinking' | 'output'>): number {
  return tokens.input + tokens.cacheRead + tokens.cacheWrite5m + tokens.cacheWrite1h
}

export function addTotals(all: Iterable<UsageTotals>): UsageTotals {
  const sum: { -readonly [Name in keyof UsageTotals]: number } = new Totals().value
  for (const totals of all) {
    for (const name of Object.keys(sum) as (keyof UsageTotals)[]) sum[name] += totals[name]
  }
  return sum
}
