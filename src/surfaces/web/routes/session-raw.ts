import { z } from 'zod'
import { decodeUtf8, viewBytes } from '../../../format/bytes.ts'
import type { Thread } from '../../../model/session.ts'
import { printJson } from '../../../render/view/content.ts'
import { type RowEntry, sourcedRows } from '../../../render/view/row-entries.ts'
import { head } from '../../../text/head.ts'
import { UserError } from '../../../user-error.ts'
import { defineRoute } from '../define-route.ts'
import { inSlices, openDesk, type SessionDesk } from './session-desk.ts'
import { noSuchEntry } from './session-entry.ts'
import { FIELDS, noSuchRow, requireUnit } from './session-units.ts'

export interface RawAnswer {
  readonly schema: 'backscroll.raw/1'
  readonly version: number
  readonly lines: readonly RawLine[]
}

export interface RawLine {
  readonly path: string
  readonly line: number
  readonly kind: string
  /** As it stands in the file. */
  readonly text: string
  /** Indented; undefined where the line is no JSON object. */
  readonly json: string | undefined
  /** It is longer than what is sent of it. */
  readonly isCut: boolean
}

/** Characters of one line, as it is and indented; and of all lines together. */
const MAX_LINE = 2_000_000
const MAX_ALL = 8_000_000
const MAX_LINES = 1000

export const sessionRawRoute = defineRoute({
  method: 'GET',
  path: '/sessions/:id/raw',
  summary: 'The recorded lines of an entry or a row, as they stand in the files',
  answer: 'RawAnswer',
  query: z.object({
    entry: z.string().min(1).max(1000).optional().describe('Uuid of an entry'),
    turn: FIELDS.turn,
    agent: FIELDS.agent,
    index: FIELDS.index.optional(),
  }),
  async run(world, { params, query }): Promise<RawAnswer> {
    const desk = await openDesk(world, params.id ?? '')
    const entries =
      query.entry === undefined ? await rowEntries(desk, query, world.now) : [requireEntry(desk, query.entry)]
    return { schema: 'backscroll.raw/1', version: desk.version, lines: readLines(desk, entries) }
  },
})

function requireEntry({ prepared }: SessionDesk, uuid: string): RowEntry {
  const { main, agents } = prepared.session
  for (const thread of [main, ...agents.map(agent => agent.thread)]) {
    const entry = thread.findEntry(uuid)
    if (entry) return { thread, entry }
  }
  throw noSuchEntry(uuid)
}

interface RowWish {
  readonly turn?: number | undefined
  readonly agent?: string | undefined
  readonly index?: number | undefined
}

async function rowEntries(desk: SessionDesk, wish: RowWish, now: () => number): Promise<readonly RowEntry[]> {
  if (wish.index === undefined) {
    throw new UserError({
      code: 'bad-request',
      message: 'neither an entry nor a row is named',
      hint: 'Add entry=<uuid>, or turn=<number>&index=<number>.',
    })
  }
  let index = 0
  for await (const { entries } of inSlices(sourcedRows(desk.prepared, requireUnit(desk, wish), 'all'), now)) {
    if (index++ === wish.index) return entries
  }
  throw noSuchRow(wish.index)
}

function readLines({ loaded }: SessionDesk, entries: readonly RowEntry[]): readonly RawLine[] {
  const lines: RawLine[] = []
  let left = MAX_ALL
  for (const { thread, entry } of entries.slice(0, MAX_LINES)) {
    const max = Math.max(0, Math.min(MAX_LINE, left))
    const text = readText(loaded, thread, entry, max)
    const whole = max === 0 ? undefined : printed(loaded, thread, entry)
    const json = whole === undefined ? undefined : head(whole, max)
    left -= text.length + (json?.length ?? 0)
    lines.push({
      path: loaded.files[thread.file]?.path ?? '',
      line: entry.line,
      kind: entry.kind,
      text,
      json,
      isCut: entry.end - entry.start > max || (json?.length ?? 0) < (whole?.length ?? 0),
    })
  }
  return lines
}

function readText(loaded: SessionDesk['loaded'], thread: Thread, span: RowEntry['entry'], max: number): string {
  const { start, end } = span
  return decodeUtf8(viewBytes(loaded.readBytes(thread, { start, end: Math.min(end, start + max) }))).trimEnd()
}

function printed(loaded: SessionDesk['loaded'], thread: Thread, entry: RowEntry['entry']): string | undefined {
  const json = loaded.read(thread, entry)
  return json && printJson(json)
}
