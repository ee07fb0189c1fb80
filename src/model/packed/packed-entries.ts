import type { EntryKind } from '../../format/kinds/table.ts'
import type { ThreadEntry } from '../thread-entry.ts'
import type { UserRole } from '../user-role.ts'

/**
 * The entries of a thread, column by column. There are more of them than of all else together, so they are packed by hand:
 * ten times as quick as any object, and in a third of the room.
 */
export interface PackedEntries {
  /** Kinds and roles, each once. */
  readonly names: readonly string[]
  readonly kind: Int16Array
  readonly role: Int16Array
  readonly start: Float64Array
  readonly end: Float64Array
  readonly line: Int32Array
  readonly uuid: readonly (string | undefined)[]
  /** NaN where there is none. */
  readonly at: Float64Array
  readonly turn: Int32Array
  readonly segment: Int32Array
  readonly message: Int32Array
  /** 1: a repeat, 2: a copy. */
  readonly flags: Int8Array
}

/** Stands for undefined. */
const NONE = -1

export function packEntries(entries: readonly ThreadEntry[]): PackedEntries {
  const { length } = entries
  const names = new Map<string, number>()
  const uuid: (string | undefined)[] = []
  const packed = {
    kind: new Int16Array(length),
    role: new Int16Array(length),
    start: new Float64Array(length),
    end: new Float64Array(length),
    line: new Int32Array(length),
    at: new Float64Array(length),
    turn: new Int32Array(length),
    segment: new Int32Array(length),
    message: new Int32Array(length),
    flags: new Int8Array(length),
  }
  for (const entry of entries) {
    const { index } = entry
    packed.kind[index] = numberOf(names, entry.kind)
    packed.role[index] = entry.role === undefined ? NONE : numberOf(names, entry.role)
    packed.start[index] = entry.start
    packed.end[index] = entry.end
    packed.line[index] = entry.line
    uuid.push(entry.uuid)
    packed.at[index] = entry.at ?? Number.NaN
    packed.turn[index] = entry.turn
    packed.segment[index] = entry.segment
    packed.message[index] = entry.message ?? NONE
    packed.flags[index] = (entry.isRepeat ? 1 : 0) + (entry.isCopy ? 2 : 0)
  }
  return { names: [...names.keys()], uuid, ...packed }
}

function numberOf(names: Map<string, number>, name: string): number {
  const known = names.get(name)
  if (known !== undefined) return known
  names.set(name, names.size)
  return names.size - 1
}

export function unpackEntries(packed: PackedEntries): readonly ThreadEntry[] {
  const { names, kind, role, start, end, line, uuid, at, turn, segment, message, flags } = packed
  const entries: ThreadEntry[] = []
  for (let index = 0; index < uuid.length; index++) {
    entries.push({
      index,
      kind: names[kind[index] as number] as EntryKind,
      start: start[index] as number,
      end: end[index] as number,
      line: line[index] as number,
      uuid: uuid[index],
      at: Number.isNaN(at[index]) ? undefined : at[index],
      role: names[role[index] as number] as UserRole | undefined,
      turn: turn[index] as number,
      segment: segment[index] as number,
      message: message[index] === NONE ? undefined : message[index],
      isRepeat: ((flags[index] as number) & 1) !== 0,
      isCopy: ((flags[index] as number) & 2) !== 0,
    })
  }
  return entries
}
