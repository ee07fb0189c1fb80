import { asArray, asObject, type JsonObject, type JsonValue } from '../../../format/json.ts'
import { changeParsed, type JsonChange, valueAt } from '../../../source/change-json.ts'
import type { JsonPath } from '../../../source/edit-json.ts'
import { type FileRecord, pointerOf } from './install-record.ts'
import {
  isOurServer,
  type OwnScript,
  ourHttpAddress,
  ourStatusLine,
  ownershipOfHook,
  showServer,
} from './our-entries.ts'
import type { FilePlan, PlannedChange } from './plan-install.ts'

/** A file as it is with what was planned so far: each path holds for the text at its moment. */
interface Removal {
  json: JsonObject
  readonly record: FileRecord
  readonly script: OwnScript
  readonly changes: PlannedChange[]
  readonly notes: string[]
}

export interface RemovalParts {
  readonly hooks: boolean
  readonly statusLine: boolean
  /** Where servers stand in this file. */
  readonly servers: JsonPath | undefined
}

/** Takes out exactly what is ours, and what became empty by it, unless it was there before and empty then. */
export function planRemoval(
  json: JsonObject,
  parts: RemovalParts,
  known: { readonly record: FileRecord; readonly script: OwnScript },
): FilePlan {
  const removal: Removal = { json, ...known, changes: [], notes: [] }
  if (parts.hooks) removeHooks(removal)
  if (parts.statusLine && ourStatusLine(removal.json.statusLine, known.script))
    takeOut(removal, 'statusLine', ['statusLine'])
  if (parts.servers) {
    const path = [...parts.servers, 'backscroll']
    const server = valueAt(removal.json, path) as JsonValue | undefined
    if (ourHttpAddress(server) !== undefined)
      removal.notes.push(
        `${path.join('.')} is a server over HTTP that \`install\` did not write, which is left as it is`,
      )
    if (isOurServer(server, known.script))
      takeOut(removal, path.join('.'), path, value => showServer(value as JsonValue | undefined, known.script))
  }
  return { changes: removal.changes, notes: removal.notes }
}

function removeHooks(removal: Removal): void {
  for (const [event, groups] of Object.entries(asObject(removal.json.hooks) ?? {})) {
    for (const [at, group] of [...(asArray(groups) ?? []).entries()].reverse()) {
      const hooks = asArray(asObject(group)?.hooks) ?? []
      const ownerships = hooks.map(hook => ownershipOfHook(hook, event, removal.script))
      if (ownerships.includes('edited'))
        removal.notes.push(`hooks.${event} runs backscroll in a form of its own, which is left as it is`)
      const path = ['hooks', event, at]
      if (hooks.length > 0 && ownerships.every(ownership => ownership === 'own'))
        takeOut(removal, `hooks.${event}`, path)
      else
        for (const [place, ownership] of [...ownerships.entries()].reverse())
          if (ownership === 'own') takeOut(removal, `hooks.${event}`, [...path, 'hooks', place])
    }
  }
}

/** `show` leaves out of a value what nobody should see. */
function takeOut(removal: Removal, name: string, path: JsonPath, show = (value: unknown): unknown => value): void {
  const before = show(valueAt(removal.json, path))
  const replaced = removal.record.replaced[pointerOf(path)]
  if (replaced !== undefined) {
    const edit: JsonChange = { do: 'put', path, json: replaced }
    removal.json = changeParsed(removal.json, edit) as JsonObject
    removal.changes.push({ name, action: 'restore', before, after: show(JSON.parse(replaced)), edits: [edit] })
    return
  }
  const edits: JsonChange[] = []
  for (let length = path.length; length > 0; length--) {
    const edit: JsonChange = { do: 'remove', path: path.slice(0, length), emptied: emptyTextOf(removal, path, length) }
    removal.json = changeParsed(removal.json, edit) as JsonObject
    edits.push(edit)
    const around = path.slice(0, length - 1)
    if (Object.keys(valueAt(removal.json, around) ?? {}).length > 0) break
    if (removal.record.empty[pointerOf(around)] !== undefined) break
  }
  removal.changes.push({ name, action: 'remove', before, edits })
}

function emptyTextOf({ record }: Removal, path: JsonPath, length: number): string | undefined {
  return record.empty[pointerOf(path.slice(0, length - 1))]
}
