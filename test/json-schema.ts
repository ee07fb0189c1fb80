import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { sessionSchema } from '../src/render/json/schema/session-schema.ts'
import { buildSessionExport, type SessionExportOptions } from '../src/render/json/session-export.ts'
import type { Level } from '../src/render/level.ts'
import { buildView } from '../src/render/view/build-view.ts'
import { buildRawView } from '../src/render/view/raw-view.ts'
import type { ViewOptions } from '../src/render/view/view-options.ts'
import type { LoadedSession } from '../src/source/load-session.ts'
import { viewOptions } from './draw-session.ts'

export interface ExportedSession {
  readonly [member: string]: unknown
  readonly view: { readonly level: string; readonly rows: readonly { readonly [field: string]: unknown }[] }
}

export type ExportChoices = Partial<SessionExportOptions & Pick<ViewOptions, 'turns' | 'agents'>>

export function exportChunks(
  loaded: LoadedSession,
  level: Level | 'raw',
  choices: ExportChoices = {},
): Iterable<string> {
  const { session, read, issues, files } = loaded
  const viewed = { ...viewOptions(loaded, level === 'raw' ? 'all' : level, choices.turns), agents: choices.agents }
  const rows = level === 'raw' ? buildRawView(session, viewed) : buildView(session, viewed)
  const paths = files.map(file => file.path)
  return buildSessionExport(session, { read, issues, files: paths, level, hasMedia: true, ...choices }, rows)
}

export function exportSession(loaded: LoadedSession, level: Level | 'raw', choices?: ExportChoices): ExportedSession {
  return JSON.parse([...exportChunks(loaded, level, choices)].join(''))
}

const SCHEMA_ID = String(sessionSchema().$id)
const ajv = new Ajv2020({ strict: true })
const validate: ValidateFunction = ajv.compile(sessionSchema())

/** The first thing wrong with a document, or nothing. */
export function problemOf(document: unknown): string | undefined {
  return validate(document) ? undefined : (rowProblem(document) ?? firstProblem(validate))
}

/** Of a row that fits no kind the schema as a whole says little; that of its own kind says more. */
function rowProblem(document: unknown): string | undefined {
  for (const row of (document as Partial<ExportedSession>).view?.rows ?? []) {
    const validateRow = ajv.getSchema(`${SCHEMA_ID}#/$defs/row-${row.kind}`)
    if (validateRow && !validateRow(row)) return `row ${row.kind}: ${firstProblem(validateRow as ValidateFunction)}`
  }
  return undefined
}

function firstProblem({ errors }: ValidateFunction): string {
  const [error] = errors ?? []
  return `${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`
}
