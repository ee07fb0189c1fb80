import {
  boolean,
  constant,
  count,
  integer,
  list,
  number,
  objectOf,
  optional,
  ref,
  type Schema,
  schemaDocument,
  text,
  time,
} from '../json/schema/schema.ts'
import { EXPORT_SCHEMA, type ExportJson, type ExportSessionJson } from './index-json.ts'
import type {
  IndexCommit,
  IndexNumbers,
  IndexPrompt,
  IndexPullRequest,
  IndexSession,
  IndexUsage,
} from './index-page.ts'

export const EXPORT_SCHEMA_FILE = 'docs/schema/export-1.schema.json'

/** The schema of `index.json`. */
export function exportSchema(): Schema {
  return schemaDocument({
    id: 'export-1.schema.json',
    title: EXPORT_SCHEMA,
    description: 'The index of several sessions that were exported together as JSON.',
    root: objectOf<ExportJson>({
      schema: constant(EXPORT_SCHEMA),
      sessions: list(ref('session')),
      totals: objectOf<ExportJson['totals']>({ sessions: count, ...NUMBERS }),
    }),
    defs: { session: SESSION, usage: USAGE },
  })
}

/** As it is published. */
export function exportSchemaText(): string {
  return `${JSON.stringify(exportSchema(), null, 2)}\n`
}

const USAGE = objectOf<IndexUsage>(
  {
    requests: count,
    inputTokens: count,
    outputTokens: count,
    cacheWriteTokens: count,
    cacheReadTokens: count,
    totalTokens: count,
    costUsd: { type: ['number', 'null'] },
    unpricedTokens: count,
    isLowerBound: boolean,
  },
  'Each paid request once, as `backscroll usage` counts them. `costUsd` is null where nothing has a price.',
)

const NUMBERS = {
  activeMs: number,
  turns: count,
  toolCalls: count,
  agents: count,
  filesChanged: count,
  usage: ref('usage'),
} satisfies { readonly [Name in keyof IndexNumbers]: Schema }

const SESSION = objectOf<ExportSessionJson>(
  {
    id: text,
    file: optional({ ...text, description: 'Name of its file in the same folder.' }),
    title: text,
    project: optional(text),
    branches: list(text),
    startedAt: optional(time),
    endedAt: optional(time),
    turnRange: optional({
      ...objectOf<NonNullable<IndexSession['range']>>({ from: count, to: count }),
      description: 'Set where only these turns are exported; all numbers are about them alone.',
    }),
    ...NUMBERS,
    prompts: list(objectOf<IndexPrompt>({ turn: integer, text, isRewound: boolean }, 'The first line of each prompt.')),
    commits: list(objectOf<IndexCommit>({ sha: text, subject: optional(text), branch: optional(text) })),
    pullRequests: list(
      objectOf<IndexPullRequest>({ url: text, number: optional(integer), repository: optional(text) }),
    ),
  },
  'What was asked, committed and spent in one session. Nothing is in it that an export takes out.',
)
