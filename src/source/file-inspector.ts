import { listUnknownKeys, nameUnknownKind } from '../format/drift.ts'
import type { Entry } from '../format/entry.ts'
import type { Issue } from '../format/issue.ts'
import { asObject, type JsonObject } from '../format/json.ts'
import { listUnknownValues } from '../format/value-drift.ts'
import { isKnownTool } from '../model/tools/table.ts'
import { shorten } from '../text/head.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { addToSniff, createSniff, judgeSniff, type Sniff, type Sniffed } from './sniff.ts'

/** How well one file could be read, so far. */
export interface FileFindings {
  readonly bytes: number
  readonly entries: number
  readonly sniffed: Sniffed
  /** How often each kind occurs. */
  readonly kinds: readonly (readonly [kind: string, count: number])[]
  readonly unknown: readonly UnknownThing[]
  /** The first ones; `issueCount` says how many there are. */
  readonly issues: readonly Issue[]
  readonly issueCount: number
}

/** A kind, key or word that no table knows, with one place to look at. */
export interface UnknownThing {
  readonly what: 'kind' | 'key' | 'value'
  readonly name: string
  /** The client version on the line; empty where it names none. */
  readonly version: string
  readonly count: number
  readonly line: number
}

export interface FileInspector {
  add(entry: Entry): void
  note(issue: Issue): void
  readonly findings: FileFindings
  /** A plain value for `createFileInspector`, apart from what is added later. */
  save(): unknown
}

interface InspectorState {
  bytes: number
  entries: number
  readonly sniff: Sniff
  readonly kinds: Map<string, number>
  readonly unknown: Map<string, { -readonly [Key in keyof UnknownThing]: UnknownThing[Key] }>
  /** The last one named: bookkeeping lines name none, and that of the lines around them is the best guess. */
  version: string
  readonly issues: Issue[]
  issueCount: number
}

const MAX_ISSUES = 1000
const MAX_UNKNOWN = 2000
const MAX_VERSION = 40
const MAX_VALUES = 100
const MAX_VALUE = 80
const SNIFFED_BYTES = 256 * 1024

/** Looks at each entry once; can stop and go on anywhere. `saved` is what `save` gave. */
export function createFileInspector(saved?: unknown): FileInspector {
  const state = (structuredClone(saved) as InspectorState | undefined) ?? createState()
  /** Words named so far. */
  const values = new Set<string>()
  for (const { what, name } of state.unknown.values()) if (what === 'value') values.add(name)

  function count(what: UnknownThing['what'], name: string, line: number): void {
    const { version, unknown } = state
    const id = `${what}\0${version}\0${name}`
    const known = unknown.get(id)
    if (known) known.count++
    else if (unknown.size < MAX_UNKNOWN) unknown.set(id, { what, name, version, count: 1, line })
  }

  /** What stands in a field is as free as a hostile line makes it: few words, short ones, and nothing to obey. */
  function countValue(field: string, value: string, line: number): void {
    const name = `${field}: ${sanitizeLine(shorten(value, MAX_VALUE))}`
    if (values.has(name) || values.size < MAX_VALUES) count('value', name, line)
    else count('value', `${field}: (others)`, line)
    if (values.size < MAX_VALUES) values.add(name)
  }

  function countTools(json: JsonObject | undefined, line: number): void {
    const content = asObject(json?.message)?.content
    if (!Array.isArray(content)) return
    for (const block of content) {
      if (block?.type !== 'tool_use' || typeof block.name !== 'string' || isKnownTool(block.name)) continue
      countValue('assistant message.content.tool_use.name', block.name, line)
    }
  }

  return {
    add(entry) {
      state.entries++
      state.bytes = entry.end
      state.kinds.set(entry.kind, (state.kinds.get(entry.kind) ?? 0) + 1)
      if (entry.end <= SNIFFED_BYTES || state.entries === 1) addToSniff(state.sniff, entry)
      const version = entry.json?.version
      if (typeof version === 'string') state.version = version.slice(0, MAX_VERSION).toWellFormed()
      const kind = nameUnknownKind(entry)
      if (kind !== undefined) count('kind', kind.toWellFormed(), entry.line)
      for (const key of listUnknownKeys(entry)) count('key', `${entry.kind} ${key}`.toWellFormed(), entry.line)
      for (const { path, value } of listUnknownValues(entry)) countValue(`${entry.kind} ${path}`, value, entry.line)
      if (entry.kind === 'assistant') countTools(entry.json, entry.line)
      else if (entry.kind === 'progress/agent_progress') countTools(copyIn(entry), entry.line)
    },
    note(issue) {
      if (++state.issueCount <= MAX_ISSUES) state.issues.push(issue)
    },
    get findings() {
      const { bytes, entries, issues, issueCount } = state
      const sniffed = judgeSniff(state.sniff)
      const unknown = [...state.unknown.values()]
      return { bytes, entries, sniffed, kinds: [...state.kinds], unknown, issues, issueCount }
    },
    save: () => structuredClone(state),
  }
}

/** The entry of a subagent that a progress line repeats. */
function copyIn({ json }: Entry): JsonObject | undefined {
  return asObject(asObject(json?.data)?.message)
}

function createState(): InspectorState {
  return {
    bytes: 0,
    entries: 0,
    sniff: createSniff(),
    kinds: new Map(),
    unknown: new Map(),
    version: '',
    issues: [],
    issueCount: 0,
  }
}
