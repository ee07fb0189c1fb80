import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { changeJson, valueAt } from '../../../source/change-json.ts'
import { type ClientFile, isDraft, nameWithLink, parseClientJson } from '../../../source/client-file.ts'
import { findDouble, type JsonPath, type JsonPlacing, sliceJson } from '../../../source/edit-json.ts'
import { UserError } from '../../../user-error.ts'
import { type FileRecord, NO_RECORD, pointerOf } from './install-record.ts'
import { holdsOurs, type OwnScript } from './our-entries.ts'
import type { FilePlan, PlannedChange } from './plan-install.ts'

/** A file with everything that changes in it, checked and not yet written. */
export interface PreparedFile {
  readonly file: ClientFile
  readonly changes: readonly PlannedChange[]
  /** The new text; undefined where the file goes. */
  readonly next: string | undefined
  /** What is to be known of it from now on; undefined: nothing any more. */
  readonly record: FileRecord | undefined
}

/** What a file that is missing or blank is taken for. */
const BEGINNING = '{}\n'

export function prepareInstall(
  file: ClientFile,
  plan: FilePlan,
  {
    style,
    known,
    script,
  }: { readonly style: JsonPlacing['style']; readonly known: FileRecord | undefined; readonly script: OwnScript },
): PreparedFile {
  const next = makeChanges(file, plan, style)
  return { file, changes: plan.changes, next, record: recordOf(file, plan.changes, { known, script }) }
}

export function prepareRemoval(
  file: ClientFile,
  plan: FilePlan,
  { record, script }: { readonly record: FileRecord; readonly script: OwnScript },
): PreparedFile {
  const next = makeChanges(file, plan, 'line')
  const json = parseClientJson(next) ?? {}
  const isEmpty = Object.keys(json).length === 0
  const left = holdsOurs(json, script) ? record : undefined
  // What somebody has linked to since is not left without an end.
  if (isEmpty && record.isMade && file.leadsTo === undefined)
    return { file, changes: plan.changes, next: undefined, record: left }
  const text = isEmpty && record.blank !== undefined ? record.blank : next
  return { file, changes: plan.changes, next: text, record: left }
}

function makeChanges(file: ClientFile, { changes, obstacle }: FilePlan, style: JsonPlacing['style']): string {
  if (obstacle) throw refuse(file, obstacle.why)
  const text = file.content ?? BEGINNING
  const edits = changes.flatMap(change => change.edits)
  for (const { path } of edits) {
    const double = findDouble(text, path)
    if (double !== undefined) throw refuse(file, `has "${double}" twice`)
  }
  const next = changeJson(text, edits, style)
  if (next === undefined) throw refuse(file, 'is written in a way that cannot be changed safely')
  return next
}

function refuse(file: ClientFile, why: string): UserError {
  return new UserError({
    code: 'settings-not-changed',
    message: `${nameWithLink(file)} ${why}: nothing was changed`,
    hint: 'Put it right by hand, then run it again.',
  })
}

/** What is known from an earlier time stays known: only then was nothing of ours there. */
function recordOf(
  file: ClientFile,
  changes: readonly PlannedChange[],
  { known, script }: { readonly known: FileRecord | undefined; readonly script: OwnScript },
): FileRecord {
  const empty: { [pointer: string]: string } = {}
  const replaced: { [pointer: string]: string } = {}
  for (const { action, edits } of changes) {
    for (const { path } of edits) {
      for (let length = 0; length < path.length; length++) noteEmpty(file, path.slice(0, length), empty)
      const text = action === 'replace' ? sliceJson(file.content ?? BEGINNING, path) : undefined
      if (text !== undefined) replaced[pointerOf(path)] = text
    }
  }
  // Where nothing of ours is any more, what was known of it is about another time.
  const earlier = holdsOurs(file.json, script) ? known : undefined
  const before: FileRecord = earlier ?? {
    ...NO_RECORD,
    isMade: file.text === undefined,
    blank: file.content === undefined ? file.text : undefined,
    isFolderMade: isMadeFor(dirname(file.real), known),
  }
  const added = new Set(
    changes.filter(({ action }) => action === 'add').flatMap(({ edits }) => edits.map(({ path }) => pointerOf(path))),
  )
  const stillReplaced = Object.entries(before.replaced).filter(([pointer]) => !added.has(pointer))
  return {
    ...before,
    empty: { ...empty, ...before.empty },
    replaced: { ...Object.fromEntries(stillReplaced), ...replaced },
  }
}

/** A folder that an `install` made which was ended before it wrote the file is still empty. */
function isMadeFor(folder: string, known: FileRecord | undefined): boolean {
  if (!existsSync(folder)) return true
  return known?.isFolderMade === true && readdirSync(folder).every(isDraft)
}

function noteEmpty(file: ClientFile, path: JsonPath, empty: { [pointer: string]: string }): void {
  if (file.content === undefined) return
  const value = valueAt(file.json, path)
  if (typeof value !== 'object' || value === null || Object.keys(value).length > 0) return
  const text = sliceJson(file.content, path)
  if (text !== undefined) empty[pointerOf(path)] = text
}
