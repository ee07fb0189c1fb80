import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { addMark, readMarks } from '../src/archive/marks.ts'
import { keepPaths } from '../src/ingest/keep-paths.ts'
import { type IndexedKeep, requireIndex } from '../src/query/indexed-keep.ts'
import { openKeep } from '../src/query/keep.ts'
import type { SearchAnswer, SearchHit } from '../src/query/search/answer.ts'
import { parseQuery } from '../src/query/search/parse-query.ts'
import { type SearchRequest, searchSessions } from '../src/query/search/search-sessions.ts'
import { makeWorld, type World } from './keep-world.ts'
import { type Script, type ScriptFacts, writeScript } from './lookup-world.ts'

/** Three weeks after the first of the sessions below. */
export const NOW = Date.parse('2026-03-22T12:00:00.000Z')

/** Asks a kept world as the command line would. */
export interface Searcher {
  readonly keep: IndexedKeep
  search(text: string, more?: Partial<SearchRequest>): SearchAnswer
  close(): void
}

export function openSearcher(world: Pick<World, 'keepDir'>): Searcher {
  const keep = requireIndex(openKeep(keepPaths(world.keepDir)))
  return {
    keep,
    search: (text, more) =>
      searchSessions(keep, {
        query: parseQuery(text, { now: NOW }),
        limit: 10,
        context: 3,
        isDeep: false,
        now: NOW,
        marks: readMarks(world.keepDir),
        ...more,
      }),
    close: () => keep.close(),
  }
}

/** A session id of which the first part tells which one it is. */
export function idOf(mark: string): string {
  return `${mark}-0000-4000-8000-000000000000`
}

const model = 'claude-sonnet-4-5'
const block = (content: object, more: object = {}) => ({
  type: 'assistant',
  message: {
    id: `msg_${JSON.stringify(content).length}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [content],
    ...more,
  },
})

export const thinking = (text: string) => block({ type: 'thinking', thinking: text, signature: 'x' })

/** The name of each is the beginning of its id. */
export const NAMES = {
  lock: 'aaaa1111',
  garden: 'bbbb1111',
  cjk: 'cccc1111',
  helped: 'dddd1111',
  rewound: 'eeee1111',
  marathon: 'abab1111',
  short: 'abab2222',
  old: 'acac1111',
  recent: 'acac2222',
  fork: 'aaaa2222',
  resumed: 'aaaa3333',
  planned: 'ffff1111',
  long: 'fefe1111',
  gone: 'dead1111',
} as const
export type Name = keyof typeof NAMES

export const NEEDLE = 'quicksilver-4711'
export const FAILURE = "TypeError: Cannot read properties of undefined (reading 'owner')"

function script(name: Name, more: Partial<ScriptFacts> = {}): Script {
  return writeScript({ sessionId: idOf(NAMES[name]), cwd: '/home/dev/store', mark: NAMES[name], ...more })
}

const lock = script('lock')
  .prompt('Why does the stale lock stay after the crash?')
  .line(thinking('Perhaps a zombie writer holds the descriptor.'))
  .call('Read', { file_path: '/home/dev/store/src/store/lock.ts' }, { output: 'export function takeLock(): void {}' })
  .edit('/home/dev/store/src/store/lock.ts')
  .answer('The writer never let go of it. Now the kernel releases the lock when the process dies.')
  .prompt('Also make parseTranscript robust, it must never throw')
  .bash('npm test -- lock', { error: `Exit code 1\n${FAILURE}` })
  .answer('parseTranscript gives back issues instead of throwing.')

const garden = script('garden', { cwd: '/home/dev/garden', startedAt: '2026-03-05T10:00:00.000Z' })
  .prompt('Water the tomatoes twice a day')
  .answer('The pump runs at dawn and at dusk.')
  .line({ type: 'user', gitBranch: 'feature/beans', message: { role: 'user', content: 'Now plant beans beside them' } })
  .line({
    gitBranch: 'feature/beans',
    ...block({ type: 'text', text: 'Beans stand in row four; retries are capped at five.' }),
  })
  .bash('git commit -m "Plant beans"', { output: '[feature/beans abc1234] Plant beans\n 1 file changed' })
  .bash('gh pr create', { output: 'https://github.com/dev/garden/pull/12\n' })
  .line({ gitBranch: 'feature/beans', type: 'user', message: { role: 'user', content: 'Thanks' } })

const cjk = script('cjk', { cwd: '/home/dev/検索', startedAt: '2026-03-06T10:00:00.000Z' })
  .prompt('全文検索が遅い理由を調べて')
  .answer('索引が古いからです。作り直しました。')
  .prompt('搜索结果排序不对，请修复')
  .answer('已经按相关性排序。')
  .prompt('한국어 검색이 느려요')
  .answer('형태소 분석을 고쳤습니다.')

const helped = script('helped', { cwd: '/home/dev/helped', startedAt: '2026-03-07T10:00:00.000Z' })
  .prompt('Ask somebody to look for ladders')
  .call(
    'Task',
    { description: 'Ladders', prompt: 'Find every ladder in the orchard.', subagent_type: 'Explore' },
    { output: 'Two were found.', structured: { status: 'completed', agentId: 'a1', content: [], totalDurationMs: 5 } },
  )
  .answer('There are two of them.')
const helper = script('helped', { cwd: '/home/dev/helped', startedAt: '2026-03-07T10:01:00.000Z', mark: 'dddd1111-a1' })
  .prompt('Find every ladder in the orchard.')
  .line(
    block(
      { type: 'text', text: 'One wooden ladder leans on the cherry tree by the periwinkle shed.' },
      { model: 'claude-haiku-4-5' },
    ),
  )
  .lines.map(line => ({ ...line, isSidechain: true, agentId: 'a1' }))

const rewound = script('rewound', { cwd: '/home/dev/rewound', startedAt: '2026-03-08T10:00:00.000Z' })
  .prompt('Choose a colour for the button')
  .answer('Blue fits the theme.')
const turnedBack = rewound.lines.at(-1) as { readonly uuid: string }
rewound
  .prompt('Make it chartreuse instead')
  .answer('The button is chartreuse now.')
  .line({ parentUuid: turnedBack.uuid, type: 'user', message: { role: 'user', content: 'Keep the blue one' } })
  .answer('It stays blue.')

/** Speaks of everything, a little, for very long. */
const marathon = script('marathon', { cwd: '/home/dev/marathon', startedAt: '2026-03-09T10:00:00.000Z' })
for (let turn = 0; turn < 60; turn++) {
  const part = turn % 6 === 0 ? 'the scheduler' : turn % 6 === 3 ? 'a deadline' : 'the importer'
  marathon.prompt(`Step ${turn}: look at ${part} again`).answer(`Looked at ${part}, ${turn} lines are left to do.`)
}
const short = script('short', { cwd: '/home/dev/short', startedAt: '2026-03-09T12:00:00.000Z' })
  .prompt('The scheduler misses its deadline')
  .answer('The scheduler missed the deadline because the clock was behind.')

const twin = (name: Name, startedAt: string) =>
  script(name, { cwd: '/home/dev/twins', startedAt })
    .prompt('Rename the umbrella module')
    .answer('The umbrella module has its new name.')

const fork = script('fork', { startedAt: '2026-03-02T10:00:00.000Z', copied: lock.lines.slice(0, 7) })
  .prompt('Try a flock based variant')
  .answer('The flock variant works on Linux alone.')
const resumed = script('resumed', { startedAt: '2026-03-03T10:00:00.000Z', copied: lock.lines })
  .prompt('And on Windows?')
  .answer('There a named mutex does the same.')

const planned = script('planned', { cwd: '/home/dev/planned', startedAt: '2026-03-10T10:00:00.000Z' })
  .prompt('Plan the aqueduct')
  .call(
    'ExitPlanMode',
    { plan: '# Aqueduct\n\n1. Measure the slope\n2. Lay the sandstone arches' },
    { output: 'User has approved your plan.' },
  )
  .answer('The plan stands.')
  .line({
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    compactMetadata: { trigger: 'auto', preTokens: 9 },
  })
  .line({
    type: 'user',
    isCompactSummary: true,
    isVisibleInTranscriptOnly: true,
    message: { role: 'user', content: 'So far the viaduct was measured with a theodolite.' },
  })
  .prompt('Go on with the arches')
  .call('mcp__weather__forecast', { city: 'Nîmes' }, { output: 'mistral wind, 12 degrees' })
  .answer('All arches stand.')

const filler = Array.from({ length: 2500 }, (_, at) => `line ${at}: all quiet on this side`).join('\n')
const long = script('long', { cwd: '/home/dev/long', startedAt: '2026-03-11T10:00:00.000Z' })
  .prompt('Print the whole log')
  .bash('cat server.log', { output: `${filler}\nbattery ${NEEDLE} failed\n${filler}` })
  .answer('It is long.')

const gone = script('gone', { cwd: '/home/dev/gone', startedAt: '2026-03-12T10:00:00.000Z' })
  .prompt('Where is the xylophone kept?')
  .answer('The xylophone is in the attic.')

const fileOf = (name: Name, folder = 'store') => `projects/-home-dev-${folder}/${idOf(NAMES[name])}.jsonl`

export const GONE = fileOf('gone', 'gone')
export const LOCK = fileOf('lock')

/** Fourteen sessions about different things; two of them repeat one of the others. */
export const FILES: { readonly [path: string]: readonly object[] } = {
  [LOCK]: lock.lines,
  [fileOf('garden', 'garden')]: garden.lines,
  [fileOf('cjk', '--')]: cjk.lines,
  [fileOf('helped', 'helped')]: helped.lines,
  [`projects/-home-dev-helped/${idOf(NAMES.helped)}/subagents/agent-a1.jsonl`]: helper,
  [fileOf('rewound', 'rewound')]: rewound.lines,
  [fileOf('marathon', 'marathon')]: marathon.lines,
  [fileOf('short', 'short')]: short.lines,
  [fileOf('old', 'twins')]: twin('old', '2025-06-01T10:00:00.000Z').lines,
  [fileOf('recent', 'twins')]: twin('recent', '2026-03-20T10:00:00.000Z').lines,
  [fileOf('fork')]: fork.lines,
  [fileOf('resumed')]: resumed.lines,
  [fileOf('planned', 'planned')]: planned.lines,
  [fileOf('long', 'long')]: long.lines,
  [GONE]: gone.lines,
}

/** All of them kept; the client has deleted one, one is pinned and one has a tag. */
export async function makeSearchWorld(): Promise<World> {
  const world = makeWorld(FILES)
  await world.sync()
  rmSync(join(world.config, GONE))
  await world.sync()
  addMark(world.keepDir, { session: idOf(NAMES.garden), at: NOW, pin: true })
  addMark(world.keepDir, { session: idOf(NAMES.cjk), at: NOW, tag: 'Asia', on: true })
  return world
}

export function nameOf({ sessionId }: Pick<SearchHit, 'sessionId'>): string {
  return Object.entries(NAMES).find(([, mark]) => sessionId === idOf(mark))?.[0] ?? sessionId
}
