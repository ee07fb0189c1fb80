/** What ties two sessions to each other, how strongly, and why. Pure: whoever asks brings what they share. */

/** A file that both changed. */
export interface SharedFile {
  /** As people call it: relative to the project. */
  readonly path: string
  /** Sessions that changed it, these two included: the more, the less it says. */
  readonly sessions: number
}

/** What one session has in common with another. */
export interface Ties {
  readonly files: readonly SharedFile[]
  /** Addresses or names of pull requests. */
  readonly pullRequests: readonly string[]
  /** Without those that everybody works on. */
  readonly branches: readonly string[]
  /** Words of threads that one left open and the other closed. */
  readonly closedThere: readonly string[]
  readonly closedHere: readonly string[]
  readonly lineage: readonly LineageTie[]
}

/** `continued-here`: this session goes on with the other. `continued-there`: the other goes on with this one. */
export type LineageTie = 'continued-here' | 'continued-there' | 'plan-here' | 'plan-there' | 'shares-conversation'

export interface RelationReason {
  readonly kind: 'lineage' | 'plan' | 'closed-thread' | 'pull-request' | 'branch' | 'files'
  /** A clause, such as `both changed src/a.ts`. Holds words of transcripts. */
  readonly text: string
}

export interface Relation {
  /** 0: nothing ties them. */
  readonly score: number
  /** The strongest first. */
  readonly reasons: readonly RelationReason[]
}

export const NO_TIES: Ties = {
  files: [],
  pullRequests: [],
  branches: [],
  closedThere: [],
  closedHere: [],
  lineage: [],
}

const LINEAGE = 10
const PLAN = 9
const THREAD = 6
const MAX_THREADS = 12
const PULL_REQUEST = 5
const BRANCH = 3
/** Of a file that no third session changed; one that forty did says a twentieth of that. */
const FILE = 4
const MAX_FILES = 8
/** Manifests, locks and notes change with everything. */
const COMMON_FILE = 0.2

export function relate(ties: Ties): Relation {
  const found = [
    ...ties.lineage.map(tie => ({ ...LINEAGE_REASONS[tie] })),
    ...closedReasons(ties),
    ...ties.pullRequests.slice(0, 1).map(name => ({
      score: PULL_REQUEST,
      reason: { kind: 'pull-request' as const, text: `both are about ${name}` },
    })),
    ...ties.branches.slice(0, 1).map(name => ({
      score: BRANCH,
      reason: { kind: 'branch' as const, text: `both were on the branch ${name}` },
    })),
    ...fileReason(ties.files),
  ].sort((a, b) => b.score - a.score)
  return { score: found.reduce((sum, { score }) => sum + score, 0), reasons: found.map(({ reason }) => reason) }
}

interface Scored {
  readonly score: number
  readonly reason: RelationReason
}

const LINEAGE_REASONS: { readonly [tie in LineageTie]: Scored } = {
  'continued-here': { score: LINEAGE, reason: { kind: 'lineage', text: 'this session continues it' } },
  'continued-there': { score: LINEAGE, reason: { kind: 'lineage', text: 'it continues this session' } },
  'plan-here': { score: PLAN, reason: { kind: 'plan', text: 'its plan is carried out here' } },
  'plan-there': { score: PLAN, reason: { kind: 'plan', text: 'it carries out the plan of this session' } },
  'shares-conversation': { score: LINEAGE, reason: { kind: 'lineage', text: 'both hold the same conversation' } },
}

function closedReasons({ closedThere, closedHere }: Ties): readonly Scored[] {
  const tell = (threads: readonly string[], says: string): readonly Scored[] => {
    const [first] = threads
    if (first === undefined) return []
    const more = threads.length > 1 ? ` and ${threads.length - 1} more` : ''
    const score = Math.min(MAX_THREADS, THREAD * threads.length)
    return [{ score, reason: { kind: 'closed-thread', text: `${says}: ${first}${more}` } }]
  }
  return [
    ...tell(closedThere, 'it closed what this session left open'),
    ...tell(closedHere, 'this session closed what it left open'),
  ]
}

function fileReason(files: readonly SharedFile[]): readonly Scored[] {
  const rare = files.map(file => ({ file, score: scoreFile(file) })).sort((a, b) => b.score - a.score)
  const [first, second] = rare
  if (!first) return []
  const names = [first, ...(second ? [second] : [])].map(({ file }) => file.path).join(', ')
  const more = rare.length > 2 ? ` and ${rare.length - 2} more` : ''
  const score = Math.min(
    MAX_FILES,
    rare.reduce((sum, one) => sum + one.score, 0),
  )
  return [{ score, reason: { kind: 'files', text: `both changed ${names}${more}` } }]
}

function scoreFile({ path, sessions }: SharedFile): number {
  return ((FILE * 2) / Math.max(2, sessions)) * (COMMON.test(path) ? COMMON_FILE : 1)
}

const COMMON =
  /(?:^|[\\/])(?:package(?:-lock)?\.json|[\w-]*lock\.(?:json|ya?ml)|[\w.-]+\.lock|go\.(?:mod|sum)|Cargo\.toml|pyproject\.toml|tsconfig[\w.-]*\.json|README[\w.-]*|CHANGELOG[\w.-]*|CLAUDE\.md|AGENTS\.md|TO-?DO[\w.-]*|\.gitignore|\.env[\w.-]*|index\.(?:[cm]?[jt]sx?|html)|__init__\.py|mod\.rs|settings[\w.-]*\.json)$/i
