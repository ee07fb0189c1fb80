import type { Session } from '../../model/session.ts'
import type { Level } from '../level.ts'
import type { Row } from '../view/row.ts'
import type { AgentsMode } from '../view/view-options.ts'
import { modelTexts } from './model-texts.ts'
import { rowJson } from './row-json.ts'
import { type SessionJsonOptions, sessionMembers } from './session-json.ts'

export interface SessionExportOptions extends SessionJsonOptions {
  readonly level: Level | 'raw'
  readonly agents?: AgentsMode | undefined
  /** False: the bytes of images and documents are left out. */
  readonly hasMedia: boolean
  /** Sees the texts of each item of the model before it is written; throws where they must not be. */
  readonly requireClean?: ((text: string) => void) | undefined
}

/**
 * The model of a session and the rows of its view as one JSON document, one line for each item of a list. It is written
 * as it is made: neither the document nor a list of it is ever whole in memory.
 */
export function* buildSessionExport(
  session: Session,
  options: SessionExportOptions,
  rows: Iterable<Row>,
): Iterable<string> {
  const { level, agents = 'nested', requireClean } = options
  let before = '{\n'
  for (const [name, value] of sessionMembers(session, options, { level, agents })) {
    const check = OUR_MEMBERS.has(name) ? undefined : requireClean
    yield `${before}${JSON.stringify(name)}:`
    yield* isList(value) ? listText(value, check) : [itemText(value, check)]
    before = ',\n'
  }
  yield `,\n"view":{"level":${JSON.stringify(level)},"rows":`
  yield* listText(eachRow(rows, options), undefined)
  yield '}\n}\n'
}

/** Their words are ours alone. */
const OUR_MEMBERS: ReadonlySet<string> = new Set(['schema', 'issues', 'counts'])

function* eachRow(rows: Iterable<Row>, options: SessionExportOptions): Iterable<object> {
  for (const row of rows) yield rowJson(row, options)
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function* listText(items: Iterable<unknown>, requireClean: SessionExportOptions['requireClean']): Iterable<string> {
  let before = '[\n'
  for (const item of items) {
    yield before + itemText(item, requireClean)
    before = ',\n'
  }
  yield before === '[\n' ? '[]' : '\n]'
}

function itemText(item: unknown, requireClean: SessionExportOptions['requireClean']): string {
  requireClean?.(modelTexts(item))
  return JSON.stringify(item)
}
