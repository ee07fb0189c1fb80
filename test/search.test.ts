import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchAnswer, SearchHit, Step } from '../src/query/search/answer.ts'
import { STEPS } from '../src/query/search/answer.ts'
import type { SearchRequest } from '../src/query/search/search-sessions.ts'
import type { World } from './keep-world.ts'
import { FAILURE, makeSearchWorld, NAMES, type Name, nameOf, openSearcher, type Searcher } from './search-world.ts'

let world: World
let searcher: Searcher

beforeAll(async () => {
  world = await makeSearchWorld()
  searcher = openSearcher(world)
})
afterAll(() => searcher.close())

function search(text: string, more?: Partial<SearchRequest>): SearchAnswer {
  return searcher.search(text, more)
}

function firstHit(text: string, more?: Partial<SearchRequest>): SearchHit {
  const [hit] = search(text, more).hits
  if (!hit) throw new Error(`nothing found by ${text}`)
  return hit
}

/** The best hit is this session, at this turn where one is given, and the snippet has the text. */
function checkFirst(text: string, name: Name, expected: { turn?: number; says?: string; step?: Step } = {}): void {
  const hit = firstHit(text)
  const { turn = hit.turn, says = '', step = hit.step } = expected
  expect({ text, name: nameOf(hit), turn: hit.turn, step: hit.step }).toEqual({ text, name, turn, step })
  expect(hit.snippet).toContain(says)
}

/** Sessions that a query leaves, in any order. */
function checkNames(text: string, names: readonly Name[]): void {
  const found = search(text, { limit: 50 }).hits.map(nameOf)
  expect({ text, found: [...found].sort() }).toEqual({ text, found: [...names].sort() })
}

describe('search takes, without special syntax', () => {
  test('a sentence', () => {
    checkFirst('why did the lock stay stale after a crash?', 'lock', { turn: 1, says: 'stale lock' })
    checkFirst('how often do we water the tomatoes', 'garden', { turn: 1, says: 'tomatoes' })
    checkFirst("I don't remember: what's in the attic?", 'gone', { says: 'attic' })
  })
  test('keywords, in any order and form', () => {
    checkFirst('kernel lock', 'lock', { says: 'kernel releases the lock' })
    checkFirst('releasing locks process', 'lock', { says: 'releases' })
    checkFirst('beans planted', 'garden', { turn: 2 })
  })
  test.each(['parse transcript', 'parseTranscript', 'parseT', 'parse_transcript', 'PARSETRANSCRIPT'])(
    'a name from the code, however it is written: %s',
    text => checkFirst(text, 'lock', { turn: 2, says: 'parseTranscript' }),
  )
  test.each([
    '/home/dev/store/src/store/lock.ts',
    'src/store/lock.ts',
    'store/lock.ts',
    'lock.ts',
    './src/store/lock.ts',
    'src\\store\\lock.ts',
  ])('a path or a piece of one: %s', text => checkFirst(text, 'lock', { turn: 1, says: 'store/lock.ts' }))
  test('an error message', () => {
    checkFirst(FAILURE, 'lock', { turn: 2, says: FAILURE, step: 'phrase' })
    checkFirst('Cannot read properties of undefined', 'lock', { turn: 2, says: 'TypeError' })
  })
  test.each([
    ['全文検索', 1],
    ['検索が遅い', 1],
    ['遅い理由', 1],
    ['索引 作り直し', 1],
    ['搜索结果', 2],
    ['排序', 2],
    ['검색', 3],
    ['느려요', 3],
    ['형태소', 3],
  ])('a piece of Japanese, Chinese or Korean: %s', (text, turn) => {
    checkFirst(text, 'cjk', { turn })
    const { snippet, highlights } = firstHit(text)
    expect(highlights.map(([start, end]) => snippet.slice(start, end))).toContain(text.split(' ')[0])
  })
  test('words with and without accents', () => {
    checkFirst('nimes', 'planned', { says: 'Nîmes' })
    checkFirst('Nîmes', 'planned', { says: 'Nîmes' })
  })
})

describe('the ladder', () => {
  test.each<[Step, string, Name]>([
    ['phrase', 'kernel releases the lock', 'lock'],
    ['phrase', 'xylophone', 'gone'],
    ['near', 'deadline scheduler clock', 'short'],
    ['all', 'tomatoes dusk beans', 'garden'],
    ['most', 'wooden ladder cherry orchestra', 'helped'],
    ['any', 'xylophone zeppelin quartz nebula', 'gone'],
    ['spelling', 'xylophpne', 'gone'],
    ['spelling', 'theodolote', 'planned'],
  ])('%s: %s', (step, text, name) => {
    const answer = search(text)
    expect({ step: answer.step, first: answer.hits[0]?.step, name: nameOf(answer.hits[0] as SearchHit) }).toEqual({
      step,
      first: step,
      name,
    })
  })
  test('is that of the most exact hit', () => {
    const { step, hits } = search('lock scheduler umbrella', { limit: 20 })
    expect(hits.length).toBeGreaterThan(2)
    expect(step).toBe(STEPS.find(one => hits.some(hit => hit.step === one)))
  })
  test('is told where a word was taken for another, or is nowhere', () => {
    expect(search('xylophpne').notes).toEqual([expect.stringMatching(/"xylophpne".*spelled nearly alike/)])
    expect(search('xyloph').notes).toEqual([expect.stringMatching(/"xyloph".*begin so/)])
    expect(search('lock zeppelin').notes).toEqual(['no session has the word "zeppelin"'])
    expect(search('what is it').notes).toEqual([expect.stringMatching(/very common/)])
  })
  test('ends where nothing is alike', () => {
    expect(search('zzzzqqqq')).toMatchObject({ step: undefined, hits: [], total: 0 })
  })
})

describe('the answer says what was searched', () => {
  test('how many sessions, how new, and what was left out', () => {
    const { coverage } = search('lock')
    expect(coverage).toEqual({
      sessions: Object.keys(NAMES).length,
      newestAt: '2026-03-20T10:02:00.000Z',
      syncedAt: expect.stringMatching(/^\d{4}-/),
      leftOutBytes: expect.any(Number),
      isDeep: false,
    })
    // Of the output in the middle of which the needle stands, the index has the ends.
    expect(coverage.leftOutBytes).toBeGreaterThan(100_000)
    expect(search('lock', { isDeep: true }).coverage.isDeep).toBe(true)
  })
  test('and how many conversations there are beyond those shown', () => {
    expect(search('lock', { limit: 1 }).hits).toHaveLength(1)
    const { total, hits } = search('project:twins', { limit: 1 })
    expect({ total, hits: hits.length }).toEqual({ total: 2, hits: 1 })
    expect(search('stale lock crash "stale lock"').total).toBe(1)
  })
})

const OTHERS: readonly Name[] = [
  'garden',
  'cjk',
  'helped',
  'rewound',
  'marathon',
  'short',
  'old',
  'recent',
  'planned',
  'long',
  'gone',
]

describe('a filter alone is a query, and can be turned round', () => {
  test.each<[string, readonly Name[]]>([
    ['project:garden', ['garden']],
    ['project:/home/dev/garden', ['garden']],
    ['project:dev/twins', ['old', 'recent']],
    ['project:garden project:short', ['garden', 'short']],
    ['branch:feature/beans', ['garden']],
    ['branch:beans', ['garden']],
    ['branch:main project:garden', ['garden']],
    ['file:lock.ts', ['lock']],
    ['file:src/store/lock.ts', ['lock']],
    ['tool:ExitPlanMode', ['planned']],
    ['tool:bash project:garden', ['garden']],
    ['tool:forecast', ['planned']],
    ['cmd:"gh pr"', ['garden']],
    ['model:haiku', ['helped']],
    ['agent:explore', ['helped']],
    ['role:thinking', ['lock']],
    ['role:summary', ['planned']],
    ['role:plan', ['planned']],
    ['is:error', ['lock']],
    ['is:deleted', ['gone']],
    ['is:subagent', ['helped']],
    ['is:rewound', ['rewound']],
    ['is:pinned', ['garden']],
    ['tag:asia', ['cjk']],
    ['pr:12', ['garden']],
    ['pr:dev/garden#12', ['garden']],
    ['pr:https://github.com/dev/garden/pull/12', ['garden']],
    ['commit:abc1234', ['garden']],
    ['commit:abc1234ffff', ['garden']],
    ['before:2026-01-01', ['old']],
    ['after:2026-03-18', ['recent']],
    ['after:1w', ['recent']],
    ['on:2026-03-05', ['garden']],
    ['on:"last week"', ['gone', 'long', 'marathon', 'planned', 'short']],
    ['on:march project:twins', ['recent']],
    [`session:${NAMES.cjk}`, ['cjk']],
    ['is:error is:rewound', []],
    ['-project:store', OTHERS],
    ['-branch:main', []],
    ['-file:lock.ts', OTHERS],
    ['-is:deleted project:gone', []],
    ['-is:pinned project:garden', []],
    ['-tag:asia after:2026-03-06 before:2026-03-07', []],
    ['-before:2026-03-19', ['recent']],
    [`-session:${NAMES.old} project:twins`, ['recent']],
    ['-model:opus', []],
  ])('%s', (text, names) => checkNames(text, names))

  test.each(['role:prompt', 'role:answer', 'role:tool', 'role:output'])('%s lists what there is', text => {
    const { step, hits } = search(text)
    expect(step).toBe('filter')
    for (const { role } of hits)
      expect(['role:prompt', 'role:answer'].includes(text) ? text.slice(5) : 'tool output').toContain(role)
  })
  test('and shows the place it names', () => {
    expect(firstHit('commit:abc1234').snippet).toContain('git commit -m "Plant beans"')
    expect(firstHit('cmd:"npm test"').snippet).toContain('npm test')
    expect(firstHit('file:lock.ts').snippet).toContain('lock.ts')
    expect(firstHit('role:plan').snippet).toContain('# Aqueduct')
    expect(firstHit('tool:forecast').turn).toBe(2)
    expect(firstHit('project:garden').matched).toEqual(['project:garden'])
  })
})

describe('a filter narrows what words find', () => {
  test.each<[string, readonly Name[]]>([
    ['lock project:store', ['lock']],
    ['lock project:garden', []],
    ['lock -project:store', []],
    ['umbrella after:2026-01-01', ['recent']],
    ['umbrella -after:2026-01-01', ['old']],
    ['umbrella on:2025', ['old']],
    ['beans branch:main', ['garden']],
    ['beans branch:feature/beans', ['garden']],
    ['arches tool:ExitPlanMode', ['planned']],
    ['tomatoes tool:ExitPlanMode', []],
    ['kernel file:lock.ts', ['lock']],
    ['tomatoes file:lock.ts', []],
    ['beans commit:abc1234', ['garden']],
    ['beans pr:13', []],
    ['ladder agent:Explore', ['helped']],
    ['ladder is:subagent', ['helped']],
    ['periwinkle -is:subagent', []],
    ['lock is:error', ['lock']],
    ['chartreuse is:rewound', ['rewound']],
    ['button -is:rewound', ['rewound']],
    ['xylophone is:deleted', ['gone']],
    ['xylophone -is:deleted', []],
    ['検索 tag:asia', ['cjk']],
    ['検索 -tag:asia', []],
    ['beans is:pinned', ['garden']],
    ['ladder model:haiku', ['helped']],
    ['ladder model:gpt', []],
    ['gh cmd:gh', ['garden']],
  ])('%s', (text, names) => checkNames(text, names))

  test.each([
    ['prompt', 'lock', 'tomatoes twice', 'pump'],
    ['answer', 'kernel', 'pump', 'twice'],
    ['thinking', 'zombie', 'zombie', 'kernel'],
    ['tool', 'sandstone', 'sandstone', 'theodolite'],
    ['output', 'mistral', 'mistral', 'sandstone'],
    ['summary', 'theodolite', 'theodolite', 'sandstone'],
    ['plan', 'sandstone', 'sandstone', 'mistral'],
  ])('role:%s', (role, word, other, absent) => {
    for (const text of [word, other]) {
      const hit = firstHit(`${text} role:${role}`)
      expect(role === 'tool' ? ['tool', 'plan'] : [role]).toContain(hit.role)
      expect(hit.snippet.toLowerCase()).toContain(text.split(' ')[0])
    }
    expect(search(`${absent} role:${role}`).hits.filter(({ step }) => step !== 'spelling')).toEqual([])
  })
})

describe('quotes and minus', () => {
  test('a quoted phrase must stand there in this order', () => {
    checkFirst('"kernel releases"', 'lock', { step: 'phrase', says: 'kernel releases' })
    checkFirst('lock "let go of it"', 'lock', { says: 'let go of it' })
    expect(search('"releases kernel"').hits).toEqual([])
    expect(search('lock "releases kernel"').hits).toEqual([])
    checkFirst('"検索が遅い"', 'cjk', { step: 'phrase' })
  })
  test('a word or phrase behind a minus must not', () => {
    checkNames('umbrella -module', [])
    checkNames('xylophone -attic', [])
    checkNames('xylophone -"in the attic"', [])
    checkNames('xylophone -"in an attic"', ['gone'])
    checkNames('scheduler -clock', ['marathon'])
    checkNames('検索 -全文検索', [])
  })
})

describe('one result per conversation', () => {
  test('with the copies named, in the session where it stood first', () => {
    const hits = search('zombie descriptor').hits
    expect(hits.map(nameOf)).toEqual(['lock'])
    expect(hits[0]?.alsoIn.map(nameOf).sort()).toEqual(['fork', 'resumed'])
    expect(firstHit('robust parseTranscript').alsoIn.map(nameOf)).toEqual(['resumed'])
  })
  test('and what only the copy has is shown there', () => {
    expect(nameOf(firstHit('flock variant'))).toBe('fork')
    expect(nameOf(firstHit('named mutex Windows'))).toBe('resumed')
  })
  test('two sessions with the same words are two conversations', () => {
    expect(search('umbrella module').hits.map(({ alsoIn }) => alsoIn)).toEqual([[], []])
  })
})

describe('ranking', () => {
  test('goes by the best places, not by how many there are', () => {
    checkFirst('scheduler deadline', 'short')
    checkFirst('the scheduler misses its deadline', 'short')
  })
  test('of equals takes the newer one first', () => {
    expect(search('umbrella module').hits.map(nameOf)).toEqual(['recent', 'old'])
  })
  test('but a better one that is old comes before', () => {
    const { hits } = search('rename the umbrella module before:2026-01-01')
    expect(hits.map(nameOf)).toEqual(['old'])
  })
  test('gives scores that fall, and the same answer each time', () => {
    const scores = search('lock scheduler umbrella beans').hits.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(search('lock scheduler')).toEqual(search('lock scheduler'))
  })
  test('labels what was rewound and what a subagent said', () => {
    expect(firstHit('chartreuse')).toMatchObject({ isRewound: true, agent: undefined })
    expect(firstHit('Keep the blue one')).toMatchObject({ isRewound: false })
    expect(firstHit('periwinkle')).toMatchObject({ agent: 'a1', agentType: 'Explore', isRewound: false })
  })
})
