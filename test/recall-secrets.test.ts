import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { handleHook } from '../src/surfaces/cli/hook/handle-hook.ts'
import { type KeepHome, makeKept } from './keep-home.ts'
import { createRandom, drawWord } from './redaction/pieces.ts'
import type { PlantedKind } from './redaction/planted-kind.ts'
import { PLANTED_TOKENS } from './redaction/planted-tokens.ts'
import { THREE, writeItem } from './temp-tree.ts'

const SEED = Number(process.env.PLANT_SEED ?? 20)
/** Kinds that are known by their shape: what is about names and lines is the redactor's own suite. */
const KINDS = PLANTED_TOKENS.filter(({ isShape }) => isShape)
/** How a long text stands before a value decides where it is cut. */
const LEADS = [0, 9, 16, 27, 40, 60, 75, 90, 110, 140]

interface Planted {
  readonly kind: PlantedKind
  readonly value: string
  /** Words that stand in no other session. */
  readonly words: readonly string[]
  readonly id: string
}

const random = createRandom(SEED)
const planted: readonly Planted[] = KINDS.map((kind, at) => ({
  kind,
  value: kind.make(random),
  words: Array.from({ length: 3 }, () => drawWord(random, 4)),
  id: `5ec7e7${String(at).padStart(2, '0')}-0000-4000-8000-000000000000`,
}))

/** A session whose title, prompts and answers all hold the value, at places where they are cut, and elsewhere. */
function makeSession({ value, words: [a, b, c], id }: Planted, at: number, cwd: string): readonly object[] {
  const lead = 'and '.repeat(LEADS[at % LEADS.length] ?? 0)
  const said = [
    [`The ${a} drops jobs ${lead}with ${value}: the ${b} expires before the ${c} renews it. Find out why.`, ''],
    [
      '',
      `The ${c} renews the ${b} every 30 s, and the ${b} lasts 20 s. ${lead}It is called with ${value} by the ${a}. I decided to renew the ${b} at a third of its time: the ${b} is 60 s now because the ${c} is slow.`,
    ],
    [`Good. Always keep it like that ${lead}with ${value}, since the ${b} has three ${c} in it.`, ''],
    [
      '',
      `Noted: the ${b} of the ${a} always has three ${c}, ${lead}${value} stays as it is, so that one lost ${c} drops nothing.`,
    ],
    [`Now write the test for the ${b} ${lead}with ${value}, please.`, ''],
    [
      '',
      `The test for the ${b} is written ${lead}with ${value}, and fails where a second ${c} is lost: that is to do next.`,
    ],
  ]
  const start = Date.now() - (24 * 60 + at) * 60_000
  return said.map(([asked, answered], number) => ({
    parentUuid: number === 0 ? null : `${id}-${number - 1}`,
    uuid: `${id}-${number}`,
    type: asked === '' ? 'assistant' : 'user',
    isSidechain: false,
    userType: 'external',
    cwd,
    sessionId: id,
    version: '2.1.40',
    gitBranch: 'main',
    timestamp: new Date(start + number * 1000).toISOString(),
    message:
      asked === ''
        ? {
            id: `msg_${id}_${number}`,
            model: 'claude-opus-4-6',
            role: 'assistant',
            type: 'message',
            content: [{ type: 'text', text: answered }],
          }
        : { role: 'user', content: asked },
  }))
}

let home: KeepHome

beforeAll(async () => {
  home = await makeKept({ '.config/backscroll/config.json': '{"recall":"file"}' })
  for (const [at, one] of planted.entries()) {
    const cwd = folderOf(one)
    const slug = cwd.replace(/[^a-zA-Z0-9]/g, '-')
    writeItem(join(cwd, 'README'), '')
    writeItem(join(home.config, 'projects', slug, `${one.id}.jsonl`), makeSession(one, at, cwd))
  }
  const { code, err } = await home.run(['sync'])
  expect({ code, err }).toMatchObject({ code: 0 })
})

/** A project of its own for each: the last session there is told of where another begins. */
function folderOf({ id }: Planted): string {
  return join(home.home, 'work', id.slice(0, 8))
}

function promptOf({ words: [a, b, c] }: Planted): string {
  return `why does the ${b} expire before the ${c} renews it in the ${a}`
}

async function hook(event: string, one: Planted): Promise<string> {
  let written = ''
  const input = { session_id: THREE, cwd: folderOf(one), prompt: promptOf(one), source: 'startup' }
  await handleHook(
    {
      env: { HOME: home.home },
      platform: process.platform,
      home: home.home,
      cwd: home.home,
      now: Date.now,
      pid: process.pid,
      parentPid: process.ppid,
      executable: [],
      elapsedMs: () => 0,
      limitMs: 800,
      keepCompiled: () => {},
      write: text => {
        written += text
      },
    },
    { event, text: JSON.stringify(input) },
  )
  return written
}

/** The longest run of the value's characters that stands there, beyond what every value of its kind begins with. */
function leakIn(text: string, { value, kind }: Planted): string | undefined {
  const other = kind.make(random)
  let shared = 0
  while (shared < value.length && value[shared] === other[shared]) shared++
  for (let at = shared; at + PIECE <= value.length; at++) {
    const piece = value.slice(at, at + PIECE)
    if (text.includes(piece) && !other.includes(piece)) return `${kind.name}: ${piece}`
  }
  return undefined
}

/** Fewer characters say nothing of a key. */
const PIECE = 8

test.each([
  ['with a prompt', 'UserPromptSubmit'],
  ['where a session begins', 'SessionStart'],
])(
  'what a hook tells %s holds no planted value and no piece of one, and tells the rest of the passage',
  async (_when, event) => {
    const leaks: string[] = []
    let fired = 0
    for (const one of planted) {
      const written = await hook(event, one)
      if (written.includes(one.words[1] ?? '')) fired++
      leaks.push(...planted.flatMap(other => leakIn(written, other) ?? []))
    }
    expect(leaks).toEqual([])
    expect(fired).toBe(planted.length)
  },
)

test('what recall --explain shows holds none either, in words and in JSON', async () => {
  const leaks: string[] = []
  for (const one of planted.filter((_, at) => at % 5 === 0)) {
    for (const more of [[], ['--json']]) {
      const { code, out, err } = await home.run(['recall', '--explain', promptOf(one), ...more], { cwd: folderOf(one) })
      expect(code).toBe(0)
      expect(out).toContain(one.words[1])
      leaks.push(...planted.flatMap(other => leakIn(out + err, other) ?? []))
    }
  }
  expect(leaks).toEqual([])
})

test('nothing that hooks write down holds any', () => {
  const folder = join(home.keep, 'hooks')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name))
  const text = files
    .filter(path => statSync(path).isFile())
    .map(path => readFileSync(path, 'utf8'))
    .join('\n')
  expect(text).toContain(THREE)
  expect(planted.flatMap(one => leakIn(text, one) ?? [])).toEqual([])
})
