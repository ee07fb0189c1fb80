import { requests } from './tables/conversation.ts'

/**
 * Requests over all sessions. Resumes and forks repeat the requests of their original, so `requests` holds a row for each
 * session and settleRequests decides which one counts; the view gives each request once.
 */

/** Where a request belongs is said by the session in which it stood first; all else by the row with most output. */
const FROM_OWNER = new Set([
  'session',
  'number',
  'key',
  'first_at',
  'agent',
  'turn',
  'branch',
  'version',
  'file',
  'start',
  'line',
  'rank',
  'is_counted',
  'counted_session',
])

const COLUMNS = Object.keys(requests.columns)

const DECIDES =
  /^(session|number|key|first_at|rank|winner_at|is_unfinished|is_advisor|web_\w+|recorded_cost_usd|model|speed|geo|service_tier|\w+_tokens)$/

export const COUNTED_REQUESTS_DDL = `CREATE VIEW counted_requests AS
SELECT ${COLUMNS.map(name => `"${name}"`).join(', ')}
FROM requests WHERE is_counted = 1 AND counted_session IS NULL
UNION ALL
SELECT ${COLUMNS.map(name => `${FROM_OWNER.has(name) ? 'owner' : 'winner'}."${name}"`).join(', ')}
FROM requests AS owner JOIN requests AS winner
  ON winner.key = owner.key AND winner.session = owner.counted_session AND winner.is_advisor = owner.is_advisor
WHERE owner.is_counted = 1 AND owner.counted_session IS NOT NULL`

/** Columns that decide who counts, or that are added up (model/usage/compare-winners.ts); not those which settleRequests writes. */
const DECIDING = COLUMNS.filter(name => DECIDES.test(name))

const NOTE = (row: 'OLD' | 'NEW') =>
  `INSERT OR IGNORE INTO unsettled (key, session) VALUES (${row}.key, ${row}.session);`

/** Whoever changes a request, however: its key is noted until settleRequests has looked at it. */
export const UNSETTLED_TRIGGERS: readonly string[] = [
  `CREATE TRIGGER requests_inserted AFTER INSERT ON requests BEGIN ${NOTE('NEW')} END`,
  `CREATE TRIGGER requests_deleted AFTER DELETE ON requests BEGIN ${NOTE('OLD')} END`,
  `CREATE TRIGGER requests_updated AFTER UPDATE OF ${DECIDING.join(', ')} ON requests BEGIN ${NOTE('OLD')} ${NOTE('NEW')} END`,
]
