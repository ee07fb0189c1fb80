import { LEVELS } from '../../level.ts'
import { SESSION_SCHEMA } from '../session-json.ts'
import { FACT_DEFS } from './fact-schemas.ts'
import { MODEL_DEFS } from './model-schemas.ts'
import { PART_DEFS } from './part-schemas.ts'
import { ROW_DEFS } from './row-schemas.ts'
import {
  boolean,
  constant,
  count,
  list,
  mapOf,
  objectOf,
  optional,
  ref,
  type Schema,
  schemaDocument,
  text,
} from './schema.ts'

/** Where the schema is kept, from the top of the repository. */
export const SESSION_SCHEMA_FILE = 'docs/schema/session-1.schema.json'

interface SessionDocument {
  readonly schema: string
  readonly session: object
  readonly keptOnly: boolean
  readonly files: readonly string[]
  readonly turns: readonly object[]
  readonly segments: readonly object[]
  readonly forks: readonly object[]
  readonly toolCalls?: readonly object[]
  readonly facts?: object
  readonly agents: readonly object[]
  readonly requests: readonly object[]
  readonly links: readonly object[]
  readonly issues: readonly object[]
  readonly counts: object
  readonly view?: object
}

const root = objectOf<SessionDocument>({
  schema: constant(SESSION_SCHEMA),
  session: ref('sessionHead'),
  keptOnly: boolean,
  files: list(text),
  turns: list(ref('turn')),
  segments: list(ref('segment')),
  forks: list(ref('fork')),
  toolCalls: optional(list(ref('toolCall'))),
  facts: optional(ref('facts')),
  agents: list(ref('agent')),
  requests: list(ref('request')),
  links: list(ref('link')),
  issues: list(ref('issue')),
  counts: mapOf(count),
  view: optional(ref('view')),
})

const view = objectOf<{ readonly level: string; readonly rows: readonly object[] }>(
  { level: { enum: [...LEVELS, 'raw'] }, rows: list(ref('row')) },
  'What a reader is shown at this level, in order',
)

/** The document of `show --json`, and of `export --format json`, which also holds `view`. */
export function sessionSchema(): Schema {
  return schemaDocument({
    id: `urn:backscroll:schema:${SESSION_SCHEMA.replace('/', ':').replace('backscroll.', '')}`,
    title: SESSION_SCHEMA,
    description:
      'One session of Claude Code as backscroll tells it. Absent means not known, or not told at this level.',
    root,
    defs: { ...MODEL_DEFS, ...FACT_DEFS, view, ...ROW_DEFS, ...PART_DEFS },
  })
}

export function sessionSchemaText(): string {
  return `${JSON.stringify(sessionSchema(), undefined, 2)}\n`
}
