import { type ClientNote, readClientNotes } from '../../source/client-notes.ts'

const FRESH_MS = 400

/** What running clients say, read at most twice a second however many ask. */
export interface SharedNotes {
  find(configPath: string | undefined, id: string): ClientNote | undefined
}

export function createSharedNotes({ now }: { now(): number }): SharedNotes {
  const read = new Map<string, { readonly at: number; readonly notes: ReturnType<typeof readClientNotes> }>()
  return {
    find(configPath, id) {
      if (configPath === undefined) return undefined
      let known = read.get(configPath)
      if (!known || Math.abs(now() - known.at) > FRESH_MS) {
        known = { at: now(), notes: readClientNotes(configPath) }
        read.set(configPath, known)
      }
      return known.notes.get(id)
    },
  }
}
