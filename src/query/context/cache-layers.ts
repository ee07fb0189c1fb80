/** How long what was written to the cache lives there without being read. */
export const CACHE_LIFE_MS = { fiveMinutes: 5 * 60_000, oneHour: 60 * 60_000 } as const

interface Written {
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
}

/**
 * The cached prefix of a conversation, with the life of each part of it. A request reads from its beginning and writes
 * behind what it read; what lives for an hour stands before what lives for five minutes.
 */
export class CacheLayers {
  private readonly layers: { tokens: number; readonly lifeMs: number | undefined }[] = []

  add({ cacheRead, cacheWrite5m, cacheWrite1h }: Written): void {
    this.cutTo(cacheRead)
    this.push(cacheWrite1h, CACHE_LIFE_MS.oneHour)
    this.push(cacheWrite5m, CACHE_LIFE_MS.fiveMinutes)
  }

  /** Life of what stands at this position; where somebody else wrote it, of what follows. */
  lifeAt(position: number): number | undefined {
    let end = 0
    for (const { tokens, lifeMs } of this.layers) {
      end += tokens
      if (end > position && lifeMs !== undefined) return lifeMs
    }
    return undefined
  }

  private cutTo(position: number): void {
    let kept = 0
    let at = 0
    for (; at < this.layers.length; at++) {
      const layer = this.layers[at]
      if (!layer || kept >= position) break
      layer.tokens = Math.min(layer.tokens, position - kept)
      kept += layer.tokens
    }
    this.layers.length = at
    this.push(position - kept, undefined)
  }

  private push(tokens: number, lifeMs: number | undefined): void {
    if (tokens <= 0) return
    const last = this.layers.at(-1)
    if (last && last.lifeMs === lifeMs) last.tokens += tokens
    else this.layers.push({ tokens, lifeMs })
  }
}
