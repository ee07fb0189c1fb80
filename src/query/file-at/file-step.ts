import { asObject, asObjects, type JsonObject } from '../../format/json.ts'
import type { EntryReader } from '../search/entry-reader.ts'
import { NOTHING_TOLD, readStepRecord, type StepRecord } from './step-record.ts'

export type StepKind = 'read' | 'create' | 'write' | 'edit' | 'delete' | 'backup'

/** Something that is known to have happened to a file, or to have been seen of it. */
export interface FileStep {
  readonly kind: StepKind
  readonly session: number
  readonly agent: string
  /** Of its thread. */
  readonly turn: number
  /** The tool; empty for a backup. */
  readonly tool: string
  readonly callId: string | undefined
  /** Number of the call in its thread. */
  readonly call: number | undefined
  /** Entry with the call, and entry with its result or, for a backup, that names it. */
  readonly entry: number | undefined
  readonly resultEntry: number | undefined
  /** When it began, and when it was done; epoch milliseconds. */
  readonly startedAt: number
  readonly at: number
  readonly isUserModified: boolean
  record(): StepRecord
}

/** A change of the file, not only a look at it. */
export function isChange({ kind }: FileStep): boolean {
  return kind !== 'read' && kind !== 'backup'
}

/** Where the entries of a call stand. */
export interface CallPlace {
  readonly session: number
  readonly agent: string
  readonly path: string
  readonly action: string
  readonly tool: string
  readonly callId: string | null
  readonly useEntry: number | null
  readonly resultEntry: number | null
}

/** Reads the record of a call when it is first asked for, and once. */
export function lazyRecord(entries: EntryReader, place: CallPlace): () => StepRecord {
  let record: StepRecord | undefined
  return () => {
    record ??= readCallRecord(entries, place)
    return record
  }
}

function readCallRecord(entries: EntryReader, place: CallPlace): StepRecord {
  const use = readEntry(entries, place, place.useEntry)
  const block = asObjects(asObject(use?.message)?.content).find(candidate => candidate.id === place.callId)
  const result = asObject(readEntry(entries, place, place.resultEntry)?.toolUseResult)
  const input = asObject(block?.input)
  if (!input && !result) return place.action === 'read' ? NOTHING_TOLD : UNREADABLE
  return readStepRecord({ ...place, input: input ?? {}, result: result ?? {} })
}

/** The file changed, and nobody can say any more how. */
const UNREADABLE: StepRecord = { before: undefined, after: undefined, change: () => undefined }

function readEntry(
  entries: EntryReader,
  { session, agent }: Pick<CallPlace, 'session' | 'agent'>,
  number: number | null,
): JsonObject | undefined {
  if (number === null) return undefined
  const [entry] = entries.list({ session, agent }, 'number = ?', [number])
  const json = entry && entries.read(entry)
  // Of some subagents only the copies in progress lines of the main file are there.
  return asObject(asObject(json?.data)?.message) ?? json
}
