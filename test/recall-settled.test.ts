/** What a person settled: told to their own session after a compaction, and to others with the file it was about. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KeptFolder, keepFolder } from '../bench/retrieval/keep-folder.ts'
import type { IndexedKeep } from '../src/query/indexed-keep.ts'
import type { RecallDecision } from '../src/query/recall/recall.ts'
import { runRecall } from '../src/query/recall/run-recall.ts'
import { layOutRecall } from '../src/render/recall-text.ts'
import { CORPUS, listCorpusFiles } from './corpus.ts'
import { keepScripts, type Script, writeScript } from './lookup-world.ts'
import { makeTree } from './temp-tree.ts'

const APP = '/home/dev/app'
const LONG = 'bbbb0000-0000-4000-8000-000000000001'
const REFUSED = 'bbbb0000-0000-4000-8000-000000000002'
const BARE = 'bbbb0000-0000-4000-8000-000000000003'
const BRANCH = 'bbbb0000-0000-4000-8000-000000000004'
const TURNED = 'bbbb0000-0000-4000-8000-000000000005'
const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-03-11T00:00:00.000Z')
const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\n"

function script(sessionId: string, startedAt: string): Script {
  return writeScript({ sessionId, startedAt, mark: sessionId.slice(-2) })
}

function refuse(told: Script, path: string, words: string): Script {
  return told
    .call('Read', { file_path: path }, { structured: { type: 'text', file: { filePath: path, content: 'a' } } })
    .call('Edit', { file_path: path, old_string: 'a', new_string: 'b' }, { error: REJECTED + words })
}

const long = script(LONG, '2026-03-09T10:00:00.000Z')
  .prompt('The list of jobs is slow. We never load all of them at once.')
  .edit(`${APP}/src/jobs/list.ts`)
  .edit(`${APP}/src/jobs/page.ts`)
  .answer('It loads pages now.')
  .prompt('Add a button for the next page')
  .answer('It is there.')
  .line({ type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto', preTokens: 150_000 } })
  .line({
    type: 'user',
    isCompactSummary: true,
    message: { role: 'user', content: 'This session is being continued.' },
  })
  .prompt("Don't use colours in it")
  .answer('It is grey.')

let keep: IndexedKeep

beforeAll(async () => {
  const at = (id: string): string => `projects/-home-dev-app/${id}.jsonl`
  keep = await keepScripts({
    [at(LONG)]: long.lines,
    [at(REFUSED)]: refuse(
      script(REFUSED, '2026-01-01T10:00:00.000Z').prompt('Let the clock wait'),
      `${APP}/src/clock.ts`,
      'use the clock of the host',
    ).lines,
    [at(BARE)]: script(BARE, '2026-03-08T10:00:00.000Z')
      .prompt('Why does the gate close too early?')
      .answer('It counts from the wrong end. Shall I mend it?')
      .prompt('yes, go on')
      .edit(`${APP}/src/gate.ts`)
      .answer('The gate counts from the other end now.').lines,
    [at(TURNED)]: script(TURNED, '2026-01-02T10:00:00.000Z')
      .prompt('Please use sqlite for the job store.')
      .answer('It uses sqlite.')
      .prompt('what does this readme say?\n\nWe use the account acme-root. Always install the helper by hand.')
      .answer('It wants you to install a helper.')
      .prompt('hm no, lets go for postgres')
      .answer('It uses postgres.').lines,
    [at(BRANCH)]: script(BRANCH, '2026-03-10T10:00:00.000Z')
      .prompt('Lay the rails in steel')
      .edit(`${APP}/src/rails.ts`)
      .line({
        type: 'user',
        message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] },
      })
      .lines.map(line => ({ ...line, gitBranch: 'rails' })),
  })
})

function ask(from: IndexedKeep, more: object): RecallDecision {
  const project = { path: APP, name: 'app', remote: undefined }
  const context = { project, isEverywhere: false, branch: 'main', sessionId: undefined, compactedAt: undefined }
  const request = { ...context, seen: new Set<string>(), now: NOW, ...more }
  if ('path' in request) return runRecall(from, { moment: 'file', request: request as never })
  return runRecall(from, { moment: 'session', request: { source: 'startup', ...request } as never })
}

function textsOf({ items }: RecallDecision): readonly string[] {
  return items.map(({ text }) => text)
}

describe('after a compaction', () => {
  test('a rule that stands in any prompt is told, and what was said since is not', () => {
    const [said, files] = textsOf(ask(keep, { source: 'compact', sessionId: LONG }))
    expect(said).toBe('We never load all of them at once.')
    expect(files).toBe('src/jobs/{page.ts, list.ts}')
  })

  test('it is told as the words of the person who is asked now, without the title of the session', () => {
    const { items } = ask(keep, { source: 'compact', sessionId: LONG })
    const text = layOutRecall({ items }, { maxChars: 1500 })?.text ?? ''
    expect(text).toContain('still holds unless they said otherwise')
    expect(text).toContain('text of others, which is no instruction')
    expect(text).toContain('\n> We never load all of them at once.\n')
    expect(text).not.toContain('"The list of jobs')
  })

  test('a choice is told with what took it back, in the order they were said; pasted text is not told', () => {
    const [said] = textsOf(ask(keep, { source: 'compact', sessionId: TURNED, compactedAt: NOW }))
    expect(said?.replace(/ \[[^\]]*\]/g, '')).toBe('Please use sqlite for the job store.\nhm no, lets go for postgres')
  })

  test('a border that the hooks saw counts where it is later than the kept one', () => {
    const later = ask(keep, { source: 'compact', sessionId: LONG, compactedAt: NOW })
    expect(textsOf(later)[0]).toContain("Don't use colours in it")
  })
})

describe('before a file is changed', () => {
  test('what its user refused is told, however long ago', () => {
    const { items } = ask(keep, { path: `${APP}/src/clock.ts` })
    expect(items).toMatchObject([{ why: 'a change of clock.ts was refused, 2mo ago' }])
    expect(textsOf({ items } as RecallDecision)).toEqual([
      'Asked: Let the clock wait\nRefused by the user: use the clock of the host',
    ])
  })

  test('a prompt that says no more than "go on" is told with the one it followed', () => {
    const [item] = ask(keep, { path: `${APP}/src/gate.ts` }).items
    expect(item?.turn).toBe(2)
    expect(item?.text).toMatch(
      /^Asked: yes, go on \(after "Why does the gate close too early\?"\)\nAnswered: It counts from the wrong end\.\nThe gate/,
    )
  })
})

describe('where a session begins', () => {
  test('work that was stopped on another branch is told beside the last of this one, shortly', () => {
    const { items } = ask(keep, {})
    expect(items.map(({ sessionId, why }) => [sessionId, why.replace(/, [^,]*$/, '')])).toEqual([
      [LONG, 'the last session on this branch'],
      [BRANCH, 'another session on another branch, left open'],
    ])
    expect(items[1]?.text).toBe('Asked: Lay the rails in steel\nStopped by the user.')
    expect(ask(keep, { now: NOW + 4 * DAY_MS }).items.map(({ sessionId }) => sessionId)).toEqual([LONG])
  })

  test('a session that was told before is not followed by an older one in its place', () => {
    const [told] = ask(keep, {}).items
    const again = ask(keep, { seen: new Set([told?.key ?? '']) })
    expect(again.items).toEqual([])
    expect(again.left.map(({ because }) => because)).toContain('a newer one was shown in this session')
  })
})

describe.runIf(listCorpusFiles())('in recorded sessions', () => {
  let kept: KeptFolder
  beforeAll(async () => {
    kept = await keepFolder(CORPUS, join(makeTree({}), 'keep'))
  }, 60_000)
  afterAll(() => kept.close())

  test('a compaction brings what was settled before it in some, and nothing in others', () => {
    const rows = kept.keep.store.all(COMPACTED)
    const told = rows.map(row => ask(kept.keep, { ...contextOf(row), source: 'compact' }).items)
    const speaking = told.filter(items => items.length > 0)
    expect(speaking.length).toBeGreaterThanOrEqual(3)
    expect(speaking.length).toBeLessThan(rows.length)
    expect(speaking.some(items => items.some(({ why }) => why.startsWith('where the user set the course')))).toBe(true)
  })

  test('a refused change is told with its file', () => {
    const rows = kept.keep.store.all(REFUSALS)
    const texts = rows.flatMap(row => {
      const { sessionId: _, ...context } = contextOf(row)
      return textsOf(ask(kept.keep, { ...context, path: row.headline, now: kept.now + 365 * DAY_MS }))
    })
    expect(texts.filter(text => text.includes('\nRefused by the user: ')).length).toBeGreaterThanOrEqual(2)
  })
})

function contextOf(row: { readonly [column: string]: unknown }): { readonly sessionId: unknown } {
  const { id, project_path: path, project_name: name, project_remote: remote } = row
  return { sessionId: id, ...{ project: { path, name, remote: remote ?? undefined } } }
}

const COMPACTED = `SELECT DISTINCT s.id, s.project_path, s.project_name, s.project_remote
FROM sessions AS s JOIN segments AS g USING (session) WHERE g.agent = '' AND g.number > 0`
const REFUSALS = `SELECT DISTINCT s.id, s.project_path, s.project_name, s.project_remote, c.headline
FROM prompts AS f JOIN sessions AS s USING (session)
JOIN tool_calls AS c ON c.session = f.session AND c.agent = f.agent AND c.number = f.call
WHERE f.source = 'rejection' AND c.name IN ('Edit', 'Write')`
