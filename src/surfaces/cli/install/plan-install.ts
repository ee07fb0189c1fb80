import { isDeepStrictEqual } from 'node:util'
import { asArray, asObject, type JsonObject, type JsonValue } from '../../../format/json.ts'
import { type JsonChange, valueAt } from '../../../source/change-json.ts'
import type { JsonPath } from '../../../source/edit-json.ts'
import type { HookEvent } from '../hook/hook-input.ts'
import { isOurServer, ourHttpAddress, ourStatusLine, ownershipOfHook, showServer } from './our-entries.ts'
import { hookCommand, hookGroup, type Program, serverEntry, statusLineCommand, statusLineSetting } from './wanted.ts'

/** One thing that changes in a file, for a person and for the text. */
export interface PlannedChange {
  /** Such as `hooks.Stop`. */
  readonly name: string
  readonly action: 'add' | 'update' | 'replace' | 'remove' | 'restore'
  /** What goes and what comes, as far as it may be shown. */
  readonly before?: unknown
  readonly after?: unknown
  readonly edits: readonly JsonChange[]
}

/** What is there in a form that cannot be worked with: in the words of a sentence about the file. */
export interface Obstacle {
  readonly why: string
}

export interface FilePlan {
  readonly changes: readonly PlannedChange[]
  readonly notes: readonly string[]
  readonly obstacle?: Obstacle
}

/** Hooks that are missing are added, and those of ours that run something older are brought up to date in place. */
export function planHooks(settings: JsonObject, events: readonly HookEvent[], program: Program): FilePlan {
  const hooks = asObject(settings.hooks)
  if (settings.hooks !== undefined && !hooks) return hindered('has "hooks" that are no object')
  const changes: PlannedChange[] = []
  const notes: string[] = []
  for (const event of new Set<string>([...Object.keys(hooks ?? {}), ...events])) {
    const groups = hooks?.[event]
    if (groups !== undefined && !asArray(groups)) {
      if (events.includes(event as HookEvent)) return hindered(`has "hooks.${event}" that is no list`)
      continue
    }
    const found = findHooks(groups, event, program)
    changes.push(...found.own.flatMap(place => updateCommand(place, event, program)))
    if (found.own.length > 0 || !events.includes(event as HookEvent)) continue
    if (found.isEdited) notes.push(`hooks.${event} runs backscroll in a form of its own, which is left as it is`)
    else changes.push(addHook(event as HookEvent, asArray(groups)?.length, program))
  }
  return { changes, notes }
}

function hindered(why: string): FilePlan {
  return { changes: [], notes: [], obstacle: { why } }
}

interface FoundHook {
  readonly path: JsonPath
  readonly command: string
}

function findHooks(
  groups: JsonValue | undefined,
  event: string,
  { script }: Program,
): { readonly own: readonly FoundHook[]; readonly isEdited: boolean } {
  const own: FoundHook[] = []
  let isEdited = false
  for (const [group, { hooks }] of (asArray(groups) ?? []).map(group => asObject(group) ?? {}).entries()) {
    for (const [at, hook] of (asArray(hooks) ?? []).entries()) {
      const ownership = ownershipOfHook(hook, event, script)
      if (ownership === 'edited') isEdited = true
      if (ownership === 'own')
        own.push({ path: ['hooks', event, group, 'hooks', at], command: String(asObject(hook)?.command) })
    }
  }
  return { own, isEdited }
}

function updateCommand({ path, command }: FoundHook, event: string, program: Program): readonly PlannedChange[] {
  const after = hookCommand(program, event)
  if (command === after) return []
  const edits: JsonChange[] = [{ do: 'set', path: [...path, 'command'], value: after }]
  return [{ name: `hooks.${event}`, action: 'update', before: command, after, edits }]
}

/** `count`: how many groups there are already; undefined where there is no list yet. */
function addHook(event: HookEvent, count: number | undefined, program: Program): PlannedChange {
  const group = hookGroup(program, event)
  const edit: JsonChange =
    count === undefined
      ? { do: 'set', path: ['hooks', event], value: [group] }
      : { do: 'set', path: ['hooks', event, count], value: group }
  return { name: `hooks.${event}`, action: 'add', after: group, edits: [edit] }
}

export function planServer(file: JsonObject, at: JsonPath, program: Program): FilePlan {
  for (let depth = 1; depth <= at.length; depth++) {
    const value = valueAt(file, at.slice(0, depth))
    if (value !== undefined && !asObject(value as JsonValue))
      return hindered(`has "${at.slice(0, depth).join('.')}" that is no object`)
  }
  const path = [...at, 'backscroll']
  const known = valueAt(file, path) as JsonValue | undefined
  const { command, args } = serverEntry(program)
  const after = { type: 'stdio', command, args }
  const name = path.join('.')
  if (known === undefined) return only({ name, action: 'add', after, edits: [{ do: 'set', path, value: after }] })
  const address = ourHttpAddress(known)
  if (address !== undefined)
    return { changes: [], notes: [`${name} is a server of backscroll over HTTP (${address}), which is left as it is`] }
  if (!isOurServer(known, program.script)) {
    const edits: JsonChange[] = [{ do: 'set', path, value: after }]
    return only({ name, action: 'replace', before: showServer(known, program.script), after, edits })
  }
  const entry = asObject(known) ?? {}
  const edits = Object.entries({ command, args }).flatMap(([key, value]): JsonChange[] =>
    isDeepStrictEqual(entry[key], value) ? [] : [{ do: 'set', path: [...path, key], value }],
  )
  if (edits.length === 0) return { changes: [], notes: [] }
  const before = { command: entry.command, args: entry.args }
  return only({ name, action: 'update', before, after: { command, args }, edits })
}

/** Another's line is replaced only where somebody says so; what stands beside its command stays. */
export function planStatusLine(settings: JsonObject, program: Program): FilePlan {
  const { statusLine: known } = settings
  const rest = ourStatusLine(known, program.script)
  const command = statusLineCommand(program, rest ?? [])
  const path = ['statusLine']
  if (rest) {
    const before = asObject(known)?.command
    if (before === command) return { changes: [], notes: [] }
    const edits: JsonChange[] = [{ do: 'set', path: ['statusLine', 'command'], value: command }]
    return only({ name: 'statusLine', action: 'update', before, after: command, edits })
  }
  const after = statusLineSetting(command, asObject(known) ?? {})
  const edits: JsonChange[] = [{ do: 'set', path, value: after, at: 'first' }]
  return only(
    known === undefined
      ? { name: 'statusLine', action: 'add', after, edits }
      : { name: 'statusLine', action: 'replace', before: known, after, edits },
  )
}

function only(change: PlannedChange): FilePlan {
  return { changes: [change], notes: [] }
}
