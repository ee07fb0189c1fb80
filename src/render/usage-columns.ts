/** A row of a report about usage, as far as its columns go. */
interface ReportRow {
  readonly key: string
  readonly about: { readonly [name: string]: string | number | boolean | null | readonly string[] }
}

/** What the rows of one report have beside their numbers. */
export interface ReportColumns {
  /** A column before the label, such as an id that can be given to `show`. */
  readonly id?: { readonly title: string; of(row: ReportRow, shortIds: ReadonlyMap<string, string>): string }
  /** Columns after it. */
  readonly more: readonly MoreColumn[]
}

export interface MoreColumn {
  readonly title: string
  readonly kind: 'text' | 'path' | 'number' | 'money'
  of(row: ReportRow): string | number | undefined
  /** Of money: it was more than that. */
  isLowerBound?(row: ReportRow): boolean
}

const PROJECT = fromAbout('PROJECT', 'text', 'project')
const SESSIONS = fromAbout('SESSIONS', 'number', 'sessions')

const TREE: MoreColumn = {
  ...fromAbout('WITH ALL BELOW', 'money', 'treeUsd'),
  isLowerBound: ({ about }) => about.isTreeLowerBound === true,
}

/** By report; one that is not here has its label alone. */
const REPORTS: { readonly [report: string]: ReportColumns } = {
  sessions: { id: { title: 'ID', of: ({ key }, shortIds) => shortIds.get(key) ?? key }, more: [PROJECT] },
  prompts: { id: { title: 'ID', of: ({ key }, shortIds) => shortenPlace(key, shortIds) }, more: [PROJECT] },
  commits: { id: { title: 'SHA', of: ({ key }) => key.slice(0, SHA_CHARS) }, more: [PROJECT] },
  projects: { more: [{ title: 'PATH', kind: 'path', of: ({ key }) => key }, SESSIONS] },
  branches: { more: [PROJECT, SESSIONS] },
  prs: { more: [SESSIONS] },
  tools: { more: [fromAbout('CALLS', 'number', 'calls'), fromAbout('FAILED', 'number', 'errors')] },
  agents: { more: [fromAbout('AGENTS', 'number', 'agents'), TREE] },
  files: { more: [PROJECT] },
  blocks: { more: [fromAbout('LIMIT', 'number', 'limit')] },
}

const SHA_CHARS = 10
const NOTHING_MORE: ReportColumns = { more: [] }

export function columnsOf(report: string): ReportColumns {
  return REPORTS[report] ?? NOTHING_MORE
}

function fromAbout(title: string, kind: MoreColumn['kind'], field: string): MoreColumn {
  return {
    title,
    kind,
    of({ about }) {
      const value = about[field]
      return typeof value === 'string' || typeof value === 'number' ? value : undefined
    },
  }
}

/** `<session id>:<turn>` with the id as short as can be. */
function shortenPlace(key: string, shortIds: ReadonlyMap<string, string>): string {
  const at = key.lastIndexOf(':')
  const id = key.slice(0, at)
  return at < 0 ? key : `${shortIds.get(id) ?? id}${key.slice(at)}`
}
