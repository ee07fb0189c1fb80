import type { Era } from './era.ts'
import type { Random } from './random.ts'

export interface SessionPlan {
  readonly bytes: number
  readonly era: Era
  readonly agentBytes: number[]
}

/** Sizes of recorded files: share of files below, bytes. */
const SIZES: readonly (readonly [share: number, bytes: number])[] = [
  [0.0002, 250],
  [0.01, 2_000],
  [0.1, 17_000],
  [0.5, 105_000],
  [0.9, 650_000],
  [0.99, 5_400_000],
  [0.9998, 87_000_000],
]

/** Which sessions there are, how large their files are and which agents they have. */
export function planSessions(
  random: Random,
  options: { readonly files: number; readonly bytes: number },
): SessionPlan[] {
  const sizes = listSizes(options.files)
  const factor = options.bytes / sizes.reduce((sum, size) => sum + size, 0)
  const sessions: SessionPlan[] = []
  const agents: number[] = []
  for (const size of shuffle(random, sizes)) {
    const bytes = Math.round(size * factor)
    if (bytes > 4000 && bytes < 1_000_000 && random.chance(0.2)) agents.push(bytes)
    else sessions.push({ bytes, era: pickEra(random), agentBytes: [] })
  }
  const parents = sessions.filter(session => session.bytes > 60_000)
  for (const bytes of agents) random.pick(parents.length > 0 ? parents : sessions).agentBytes.push(bytes)
  return sessions
}

function pickEra(random: Random): Era {
  const unit = random.unit()
  return unit < 0.12 ? 'flat' : unit < 0.7 ? 'progress' : 'attachment'
}

function listSizes(files: number): number[] {
  return Array.from({ length: files }, (_, i) => sizeAt((i + 0.5) / files))
}

/** Between two known shares the logarithm of the size follows the normal distribution. */
function sizeAt(share: number): number {
  const at = SIZES.findIndex(([limit]) => share <= limit)
  const upper = at < 0 ? SIZES.length - 1 : Math.max(1, at)
  const [lowShare, lowBytes] = SIZES[upper - 1] as readonly [number, number]
  const [highShare, highBytes] = SIZES[upper] as readonly [number, number]
  const low = normalQuantile(lowShare)
  const part = Math.min(1, Math.max(0, (normalQuantile(share) - low) / (normalQuantile(highShare) - low)))
  return lowBytes * (highBytes / lowBytes) ** part
}

/** The inverse of the normal distribution by bisection over its density; exact enough for sizes of files. */
function normalQuantile(share: number): number {
  let low = -5
  let high = 5
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2
    if (normalShare(middle) < share) low = middle
    else high = middle
  }
  return low
}

/** Logistic approximation of the normal distribution, off by less than 0.0002. */
function normalShare(z: number): number {
  return 1 / (1 + Math.exp(-1.5976 * z - 0.07056 * z ** 3))
}

function shuffle<Item>(random: Random, items: Item[]): Item[] {
  for (let i = items.length - 1; i > 0; i--) {
    const k = random.below(i + 1)
    const item = items[i] as Item
    items[i] = items[k] as Item
    items[k] = item
  }
  return items
}
