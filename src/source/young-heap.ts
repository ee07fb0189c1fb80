import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Both halves together. */
const MAX_YOUNG_BYTES = 30 * 1024 * 1024
const CALLS_PER_LOOK = 4

let calls = 0
let isHeld = false

/**
 * Keeps V8's space for new objects from growing beyond 16 MB a half. While sessions are built it grows to several times
 * that: a gigabyte of transcripts then takes 420 MB of memory instead of 276, in no less time. The limit proper can only be
 * given when a process starts, which a library cannot do; growth can be switched off later. Called for every chunk that is
 * read; looks seldom, as a look costs 13 µs.
 */
export function holdYoungHeap(): void {
  if (isHeld || ++calls % CALLS_PER_LOOK !== 0) return
  holdYoungHeapAt(MAX_YOUNG_BYTES)
}

/** The same at another size, for a process that stays and answers many small questions. Looks each time. */
export function holdYoungHeapAt(maxBytes: number): void {
  if (isHeld) return
  const young = getHeapSpaceStatistics().find(space => space.space_name === 'new_space')
  if (!young || young.space_size < maxBytes) return
  setFlagsFromString('--semi-space-growth-factor=1')
  isHeld = true
}
