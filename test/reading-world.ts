import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { keepPaths } from '../src/ingest/keep-paths.ts'
import { type Keep, openKeep } from '../src/query/keep.ts'
import { type Library, openLibrary } from '../src/query/library.ts'
import { statusOf } from '../src/query/live/status-of.ts'
import { createReadings, type Readings } from '../src/query/reading/readings.ts'
import type { LoadedSession } from '../src/source/load-session.ts'
import { dumpSession } from './dump-session.ts'
import { machineAt } from './temp-tree.ts'

export interface OpenedReadings extends Readings {
  readonly library: Library
  /** Lists the disk anew. */
  list(): Library
}

/** Readings over what is on disk below `root` and in the keep. `now`: so late that nothing is being written any more. */
export async function withReadings(
  places: { readonly root: string; readonly keepDir: string },
  use: (readings: OpenedReadings) => Promise<void>,
  now: () => number = () => Date.now() + 3_600_000,
): Promise<void> {
  let keep: Keep | undefined
  const open = (): Library => {
    keep?.close()
    keep = openKeep(keepPaths(places.keepDir))
    return openLibrary(machineAt('/nowhere', { override: [places.root] }), keep)
  }
  let library = open()
  const readings = createReadings({
    now,
    askLibrary: async (question, { isFresh } = { isFresh: false }) => {
      if (isFresh) library = open()
      return question(library)
    },
    statusOf: ({ session }) => statusOf(session, { now }),
  })
  try {
    await use({
      ...readings,
      get library() {
        return library
      },
      list() {
        library = open()
        return library
      },
    })
  } finally {
    readings.close()
    keep?.close()
  }
}

/** Two ways to open a session gave the same: model, issues, and what is read by span. */
export function checkSameSession(read: LoadedSession, parsed: LoadedSession): void {
  const [a, b] = [dump(read), dump(parsed)]
  if (!isDeepStrictEqual(a, b)) expect(a).toEqual(b)
  const [first, last] = [read.session.main.entries[0], read.session.main.entries.at(-1)]
  for (const entry of [first, last]) {
    if (entry) expect(read.read(read.session.main, entry)).toEqual(parsed.read(parsed.session.main, entry))
  }
}

/** Files are numbered in the order in which they were first read: names instead of numbers. */
function dump({ session, files, issues }: LoadedSession): unknown {
  const nameOf = (file: number): string => files[file]?.path ?? ''
  const named = JSON.parse(
    JSON.stringify(dumpSession(session), (key, value: unknown) =>
      key === 'file' && typeof value === 'number' ? nameOf(value) : value,
    ),
  ) as object
  const odd = issues.map(({ file, issue }) => ({ ...issue, file: nameOf(file) }))
  return { ...named, issues: odd.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start)) }
}
