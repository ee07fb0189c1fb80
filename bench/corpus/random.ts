/** A small seeded generator (sfc32), so that a corpus is the same bytes on every machine and every Node. */
export interface Random {
  /** 32 random bits. */
  bits(): number
  /** In [0, 1). */
  unit(): number
  /** Whole number in [0, limit). */
  below(limit: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** Log-normal: half of the values lie below `median`, 16 % above `median * e^sigma`. */
  logNormal(median: number, sigma: number): number
  hex(digits: number): string
  uuid(): string
  /** Letters and digits of both cases, as in `toolu_01…`. */
  token(length: number): string
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const TOKEN = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789'

export function createRandom(seed: number, stream = 0): Random {
  let a = 0x9e3779b9 ^ seed
  let b = 0x243f6a88 ^ stream
  let c = 0xb7e15162
  let counter = 1

  function bits(): number {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  for (let i = 0; i < 16; i++) bits()

  const unit = () => bits() / 4294967296
  const below = (limit: number) => Math.floor(unit() * limit)
  const byte4 = () => {
    const value = bits()
    return `${HEX[value & 255]}${HEX[(value >>> 8) & 255]}${HEX[(value >>> 16) & 255]}${HEX[value >>> 24]}`
  }
  return {
    bits,
    unit,
    below,
    chance: probability => unit() < probability,
    pick: items => items[below(items.length)] as (typeof items)[number],
    logNormal: (median, sigma) => median * Math.exp(sigma * normal(unit)),
    hex(digits) {
      let text = ''
      while (text.length < digits) text += byte4()
      return text.slice(0, digits)
    },
    uuid() {
      const text = byte4() + byte4() + byte4() + byte4()
      return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-a${text.slice(17, 20)}-${text.slice(20)}`
    },
    token(length) {
      let text = ''
      for (let i = 0; i < length; i++) text += TOKEN[below(TOKEN.length)]
      return text
    },
  }
}

/** A sum of uniform values: close enough to a normal one. */
function normal(unit: () => number): number {
  let sum = -6
  for (let i = 0; i < 12; i++) sum += unit()
  return sum
}
