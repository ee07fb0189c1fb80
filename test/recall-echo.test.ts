/** What was told to a session once is no source of what is found or told later, wherever the client wrote it down. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runRecall } from '../src/query/recall/run-recall.ts'
import { formatRecall } from '../src/render/recall-text.ts'
import { makeWorld } from './keep-world.ts'
import { writeScript } from './lookup-world.ts'
import { NOW, openSearcher, type Searcher } from './search-world.ts'

const SESSION = 'eeee0000-0000-4000-8000-000000000001'

/** A delivery with a word that stands nowhere else. */
function deliver(word: string): string {
  const item = { shortId: 'abcd1234', turn: 1, title: `Title ${word}`, branch: undefined, at: undefined, why: 'why' }
  const text = `The ${word} is renewed at half of its time because clocks drift`
  return formatRecall({ items: [{ ...item, text }] }, { maxChars: 1500 }) ?? ''
}

function answer(word: string): string {
  return `<backscroll-history>\nQuoted: the ${word} is renewed at half of its time\n</backscroll-history>`
}

const reminder = (text: string): string => `<system-reminder>\nhook additional context: ${text}\n</system-reminder>`
const attachment = (fields: object): object => ({ type: 'attachment', attachment: fields })

const script = writeScript({ sessionId: SESSION, startedAt: '2026-03-20T10:00:00.000Z' })
  .line(attachment({ type: 'hook_additional_context', content: [deliver('wombat')], hookName: 'SessionStart' }))
  .line(attachment({ type: 'hook_success', content: deliver('quokka'), stdout: deliver('quokka'), exitCode: 0 }))
  .prompt(`${reminder(deliver('numbat'))}\nHow does the marmot sleep?`)
  .call('Read', { file_path: '/home/dev/app/x.ts' }, { output: `const otter = 1\n${reminder(deliver('dingo'))}` })
  .line({
    type: 'user',
    message: {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_none', content: 'plain beaver' },
        { type: 'text', text: `PreToolUse: ${deliver('echidna')}` },
      ],
    },
  })
  .call('mcp__backscroll__search', { query: 'badger' }, { output: 'the platypus is renewed at half of its time' })
  .call('mcp__plugin_backscroll_backscroll__read', { id: 'x' }, { output: 'the cassowary is renewed' })
  .bash('backscroll recall --explain x', { output: `This would be said:\n${deliver('kookaburra')}\nTook 3 ms, ferret` })
  .call('mcp__notes__find', { query: 'notes' }, { output: `the heron is renewed\n${answer('goanna')}` })
  .edit('/home/dev/app/x.ts')
  .answer('It sleeps in a burrow, says the weasel.')

const TOLD = ['wombat', 'quokka', 'numbat', 'dingo', 'echidna', 'platypus', 'cassowary', 'kookaburra', 'goanna']
const SAID = ['marmot', 'otter', 'beaver', 'badger', 'ferret', 'heron', 'weasel']

let searcher: Searcher

beforeAll(async () => {
  const folder = 'projects/-home-dev-app'
  // Others that are about something else: what stands in every session tells nothing.
  const others = ['Paint the fence green', 'Sort the screws by size', 'Fold the paper twice'].map((prompt, at) => {
    const sessionId = `eeee000${at + 1}-0000-4000-8000-000000000002`
    const { lines } = writeScript({ sessionId, mark: `o${at}` })
      .prompt(prompt)
      .answer('That is done.')
    return [`${folder}/${sessionId}.jsonl`, lines] as const
  })
  const world = makeWorld({ [`${folder}/${SESSION}.jsonl`]: script.lines, ...Object.fromEntries(others) })
  await world.sync()
  searcher = openSearcher(world)
})
afterAll(() => searcher.close())

test('no search finds what was told, and every search finds what was said around it', () => {
  expect(TOLD.filter(word => searcher.search(word).hits.length > 0)).toEqual([])
  expect(SAID.filter(word => searcher.search(word).hits.length === 0)).toEqual([])
})

test('it is counted as left out, and a deep search still finds it', () => {
  const { coverage } = searcher.search('marmot')
  expect(coverage.leftOutBytes).toBeGreaterThan(TOLD.map(deliver).join('').length / 2)
  expect(searcher.search('wombat', { isDeep: true }).hits).toHaveLength(1)
})

test('a hit beside it shows none of it', () => {
  for (const word of ['badger', 'ferret', 'heron', 'otter']) {
    const [hit] = searcher.search(word, { context: 20 }).hits
    expect(TOLD.filter(told => JSON.stringify(hit).includes(told))).toEqual([])
  }
})

test('nothing of it is recalled, or so much as looked at', () => {
  const project = { path: '/home/dev/app', name: 'app', remote: undefined }
  const where = { project, isEverywhere: false, branch: undefined, sessionId: undefined }
  const context = { ...where, compactedAt: undefined, now: NOW, seen: new Set<string>() }
  const lookedAt = (prompt: string): number => {
    const { items, left } = runRecall(searcher.keep, { moment: 'prompt', request: { ...context, prompt } })
    return items.length + left.length
  }
  expect(TOLD.map(word => lookedAt(`Why is the ${word} renewed because clocks drift?`))).toEqual(TOLD.map(() => 0))
  expect(lookedAt('Why does the marmot sleep in a burrow?')).toBe(1)
  const start = runRecall(searcher.keep, { moment: 'session', request: { ...context, source: 'startup' } })
  expect(start.items).toHaveLength(1)
  expect(TOLD.filter(word => JSON.stringify(start).includes(word))).toEqual([])
})
