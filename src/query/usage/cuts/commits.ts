import type { Store } from '../../../store/store.ts'
import type { SessionUsage } from '../usage-source.ts'
import { NO_PLACE, type OpenCut, type UsageCut } from './cut.ts'
import { type FactPlace, openMainTurns } from './main-turns.ts'
import { listMilestones, nextMilestone } from './milestones.ts'
import { openRowSessions } from './row-sessions.ts'

/** What was done up to a commit, since the one before it in the same session. Several of one turn share it. */
export const commits: UsageCut = {
  name: 'commits',
  aliases: ['commit'],
  summary: 'By commit: the turns that led to it',
  title: 'COMMIT',
  isByTime: false,
  needsIndex: true,
  needsRequests: true,
  none: '(not committed)',
  open: ({ groups, store }) => openCommits(groups, store as Store),
}

interface CommitRow extends FactPlace {
  readonly sha: string
  readonly subject: string | null
  readonly branch: string | null
}

function openCommits(groups: readonly SessionUsage[], store: Store): OpenCut {
  const turns = openMainTurns(store)
  const rows = store.all(COMMITS) as unknown as CommitRow[]
  const known = nameCommits(rows)
  const milestones = listMilestones(rows, turns, row => (known.get(identityOf(row)) as CommitRow).sha)
  const byKey = new Map([...known.values()].map(row => [row.sha, row]))
  const keyOf: OpenCut['keyOf'] = (fact, session) => {
    const list = milestones.get(session.number)
    if (!list) return NO_PLACE
    const keys = nextMilestone(list, turns.ofRequest(fact, session))?.keys ?? []
    return keys.length > 1 ? keys : (keys[0] ?? NO_PLACE)
  }
  const sessionsOf = openRowSessions(groups, keyOf)
  return {
    keyOf,
    describe(key) {
      const { subject, branch } = byKey.get(key) as CommitRow
      const session = sessionsOf(key)?.first
      const about = { project: session?.project.name ?? null, session: session?.id ?? null, branch }
      return { label: subject || key, about }
    },
  }
}

const COMMITS = `SELECT session, agent, turn, at, sha, subject, branch FROM commits
ORDER BY session, agent, number`

/** Git prints a hash whole or its beginning: each commit by its shortest form, with what is known of it. */
function nameCommits(rows: readonly CommitRow[]): ReadonlyMap<string, CommitRow> {
  const commits = new Map<string, CommitRow>()
  for (const row of rows) {
    const known = commits.get(identityOf(row))
    const own = row.sha || identityOf(row)
    const sha = known && known.sha.length <= own.length ? known.sha : own
    const subject = known?.subject || row.subject
    const branch = known?.branch || row.branch
    commits.set(identityOf(row), { ...row, sha, subject, branch })
  }
  return commits
}

/** As many characters as git prints at least; where nothing shows the hash, its time and subject. */
function identityOf({ sha, at, subject }: CommitRow): string {
  return sha === '' ? `(no hash) ${at} ${subject}` : sha.slice(0, 7).toLowerCase()
}
