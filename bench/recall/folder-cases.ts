import { gatePrompt, isStopped } from '../../src/query/recall/prompt-gates.ts'
import { createEntryReader } from '../../src/query/search/entry-reader.ts'
import { readEntryPassages } from '../../src/query/search/unit-text.ts'
import type { KeptFolder } from '../retrieval/keep-folder.ts'
import type { RecallCase } from './recall-case.ts'

/** More of one project would drown the others. */
const MAX_A_PROJECT = 60

/**
 * From any transcripts: a prompt after which a file was changed that an earlier session of the same project had changed
 * should bring one of those sessions; the same prompt in another project should bring nothing. The first is a weak sign:
 * often nobody would want to know, so its rate is no more than a comparison between two versions of the ranking.
 */
export function readFolderCases({ keep }: KeptFolder): readonly RecallCase[] {
  const { store } = keep
  const reader = createEntryReader(keep)
  const rows = store.all(TURNS)
  const perProject = new Map<string, number>()
  const texts = new Set<string>()
  const wanted = rows.flatMap((row): RecallCase[] => {
    const cwd = row.project_path as string
    const [entry] = reader.list({ session: row.session as number, agent: '' }, 'number = ?', [row.prompt_entry ?? null])
    const passages = entry ? readEntryPassages(reader, entry).filter(({ column }) => column === 'prompt') : []
    const prompt = passages.map(({ text }) => text).join('\n')
    if (texts.has(prompt) || isStopped(gatePrompt(prompt)) || (perProject.get(cwd) ?? 0) >= MAX_A_PROJECT) return []
    const golds = store.all(EARLIER, [row.session ?? null, row.number ?? null]).map(gold => gold.id as string)
    if (golds.length === 0) return []
    texts.add(prompt)
    perProject.set(cwd, (perProject.get(cwd) ?? 0) + 1)
    const at = (row.started_at as number | null) ?? undefined
    return [{ cwd, prompt, golds, kind: 'wanted', part: 'held-out', sessionId: row.id as string, at }]
  })
  return [
    ...wanted,
    ...borrow(
      wanted,
      store.all(PROJECTS).map(row => row.project_path as string),
    ),
  ]
}

function borrow(wanted: readonly RecallCase[], folders: readonly string[]): readonly RecallCase[] {
  return wanted.flatMap((one, at): RecallCase[] => {
    const name = nameOf(one.cwd)
    const others = folders.filter(cwd => nameOf(cwd) !== name)
    const cwd = others[at % others.length]
    const { prompt, part } = one
    return cwd === undefined ? [] : [{ cwd, prompt, part, golds: [], kind: 'other-project' }]
  })
}

/** One repository may lie in several folders. */
function nameOf(cwd: string): string {
  return cwd.split(/[\\/]/).at(-1) ?? ''
}

const TURNS = `SELECT t.session, t.number, t.prompt_entry, t.started_at, s.id, s.project_path FROM turns AS t
JOIN sessions AS s USING (session)
WHERE t.agent = '' AND t.prompt_entry IS NOT NULL AND t.is_rewound = 0 AND t.started_at IS NOT NULL
ORDER BY t.started_at`

const EARLIER = `SELECT DISTINCT s.id FROM file_touches AS own
JOIN sessions AS me ON me.session = own.session
JOIN file_touches AS f ON f.base_name = own.base_name AND f.path = own.path AND f.action <> 'read' AND f.session <> own.session
JOIN sessions AS s ON s.session = f.session AND s.project_path = me.project_path AND s.ended_at < own.at
WHERE own.session = ? AND own.agent = '' AND own.turn = ? AND own.action <> 'read'`

const PROJECTS = 'SELECT project_path FROM sessions GROUP BY project_path HAVING count(*) > 3 ORDER BY project_path'
