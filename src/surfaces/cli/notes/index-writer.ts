import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { mergeNote, type NoteParts, ownParts } from '../../../render/notes/merge-note.ts'
import { findIndexNotes, nameOf } from './find-notes.ts'
import { machineNoteName } from './note-names.ts'
import type { NotesRequest } from './notes-request.ts'
import { hashOf, MACHINE, type NoteRecord, type NotesState } from './notes-state.ts'
import { confirmNote, putNote } from './put-note.ts'
import type { NoteOutcome } from './tally.ts'
import { tellFailure } from './tell-failure.ts'

/** Writes notes about several sessions, wherever somebody moved them. */
export interface IndexWriter {
  /** Puts the note whose own place this is: there, or where somebody moved it. */
  put(path: string, parts: NoteParts): NoteOutcome
  /** Names of the notes of all machines that belong together, this one's included. */
  siblings(name: string): readonly string[]
  /** Own places of the notes that were put. */
  readonly seen: ReadonlySet<string>
}

export function createIndexWriter(state: NotesState, { vault, machine, isTrial }: NotesRequest): IndexWriter {
  const root = vault.path
  const seen = new Set<string>()
  let known: ReadonlyMap<string, string> | undefined
  const found = (): ReadonlyMap<string, string> => {
    known ??= findIndexNotes(vault)
    return known
  }
  const names = lazily(() => [
    ...found().keys(),
    // What stands behind a link is not looked through.
    ...['daily', 'projects'].flatMap(part => listNames(join(root, vault.folder, part)).map(file => nameOf(file))),
  ])

  function placeOf(path: string, record: NoteRecord | undefined): string {
    for (const place of [record?.path, path]) if (place !== undefined && existsSync(join(root, place))) return place
    return found().get(nameOf(path)) ?? path
  }

  return {
    seen,
    put(own, parts) {
      seen.add(own)
      const record = state.others[own]
      if (record?.hash === hashOfParts(parts) && confirmNote({ root, record }) === record)
        return { path: record.path, outcome: 'unchanged' }
      const path = placeOf(own, record)
      try {
        const done = putNote({ root, path, record, isTrial }, parts)
        if (done.outcome === 'kept') return { path, ...done }
        state.others[own] = done.record
        return { path, outcome: done.outcome }
      } catch (error) {
        return { path, outcome: 'failed', why: tellFailure(error) }
      }
    },
    siblings(name) {
      const others = names().flatMap(file => {
        const other = file.startsWith(`${name}.`) ? file.slice(name.length + 1) : ''
        return MACHINE.test(other) ? [other] : []
      })
      return [...new Set([...others, machine])].sort().map(other => machineNoteName(name, other))
    },
  }
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(name => name.endsWith('.md'))
  } catch {
    return []
  }
}

/** As of a note that holds nothing else. */
function hashOfParts(parts: NoteParts): string {
  const made = mergeNote(undefined, parts, undefined)
  return 'text' in made ? hashOf(ownParts(made.text) ?? '') : ''
}
