import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowJson } from '../src/render/json/row-json.ts'
import { objectOf, optional, text } from '../src/render/json/schema/schema.ts'
import { SESSION_SCHEMA_FILE, sessionSchemaText } from '../src/render/json/schema/session-schema.ts'
import { buildSessionJson } from '../src/render/json/session-json.ts'
import { LEVELS } from '../src/render/level.ts'
import { loadSession } from '../src/source/load-session.ts'
import { CORPUS, FIXTURES, listCorpusFiles, REPOSITORY } from './corpus.ts'
import { listSources, openSession } from './draw-session.ts'
import { type ExportedSession, exportChunks, exportSession, problemOf } from './json-schema.ts'
import { anyRow } from './markdown-any-rows.ts'

const SCHEMA_LEVELS = [...LEVELS, 'raw'] as const
const SESSIONS = join(FIXTURES, 'sessions')
const open = (name: string) => openSession(join(SESSIONS, `${name}.jsonl`))

describe('the published schema', () => {
  test(`${SESSION_SCHEMA_FILE} says what the tables say (npm run docs writes it)`, () => {
    expect(readFileSync(join(REPOSITORY, SESSION_SCHEMA_FILE), 'utf8')).toBe(sessionSchemaText())
  })

  test('a field that may be missing is optional in it, and no other, or it does not compile', () => {
    interface Tree {
      readonly sort: string
      readonly age: string | undefined
    }
    expect(objectOf<Tree>({ sort: text, age: optional(text) }).required).toEqual(['sort'])
    // @ts-expect-error: age may be missing
    objectOf<Tree>({ sort: text, age: text })
    // @ts-expect-error: sort may not
    objectOf<Tree>({ sort: optional(text), age: optional(text) })
    // @ts-expect-error: no word on age
    objectOf<Tree>({ sort: text })
  })

  test.each(SCHEMA_LEVELS)('every session of the fixtures at level %s is as it says', level => {
    for (const source of listSources(FIXTURES)) {
      const document = exportSession(loadSession(source), level)
      expect(problemOf(document), source.id).toBeUndefined()
      expect(document.view.level).toBe(level)
    }
  })

  test('the example in docs/json.md is as it says', () => {
    const page = readFileSync(join(REPOSITORY, 'docs/json.md'), 'utf8')
    expect(problemOf(JSON.parse(/```json\n(.*?)\n```/s.exec(page)?.[1] ?? ''))).toBeUndefined()
  })

  test('what show --json prints is as it says too', () => {
    for (const source of listSources(FIXTURES)) {
      const { session, read, issues, files } = loadSession(source)
      const document = buildSessionJson(session, { read, issues, files: files.map(file => file.path) })
      expect(problemOf(JSON.parse(JSON.stringify(document)))).toBeUndefined()
    }
  })

  test.runIf(listCorpusFiles())('every recorded session is as it says', { timeout: 300_000 }, () => {
    const sources = listSources(CORPUS)
    expect(sources.length).toBeGreaterThan(100)
    for (const [at, source] of sources.entries()) {
      const level = SCHEMA_LEVELS[at % SCHEMA_LEVELS.length] ?? 'all'
      const loaded = loadSession(source)
      expect(problemOf(exportSession(loaded, level)), `${source.id} ${level}`).toBeUndefined()
      if (level !== 'all') expect(problemOf(exportSession(loaded, 'all')), source.id).toBeUndefined()
    }
  })

  const changes: readonly (readonly [what: string, change: (document: ExportedSession) => unknown])[] = [
    ['another schema', document => ({ ...document, schema: 'backscroll.session/2' })],
    ['a member nobody knows', document => ({ ...document, weather: 'fine' })],
    ['no session', document => ({ ...document, session: undefined })],
    ['a level nobody knows', document => ({ ...document, view: { ...document.view, level: 'some' } })],
    ['a row of a new kind', document => withRow(document, row => ({ ...row, kind: 'cloud' }))],
    ['a row with one field more', document => withRow(document, row => ({ ...row, colour: 'red' }))],
    ['a row without its depth', document => withRow(document, row => ({ ...row, depth: undefined }))],
    ['a time that is a number', document => withRow(document, row => ({ ...row, at: 1 }))],
  ]

  test.each(changes)('refuses a document with %s', (_what, change) => {
    const document = exportSession(open('working'), 'all')
    expect(problemOf(document)).toBeUndefined()
    expect(problemOf(JSON.parse(JSON.stringify(change(document))))).toBeDefined()
  })
})

function withRow(document: ExportedSession, change: (row: object) => object): object {
  const rows = document.view.rows.map(row => (row.kind === 'tool' ? change(row) : row))
  return { ...document, view: { ...document.view, rows } }
}

test('a row of any kind with any texts is as the schema says', () => {
  const document = exportSession(open('talking'), 'prompts')
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 10 }), fc.boolean(), (rows, hasMedia) => {
      const written = rows.map(row => JSON.parse(JSON.stringify(rowJson(row, { hasMedia }))))
      expect(problemOf({ ...document, view: { level: 'all', rows: written } })).toBeUndefined()
    }),
  )
})

describe('a level', () => {
  test('of prompts holds no answer, no call and no word of an agent', () => {
    const { turns, toolCalls, facts, agents } = exportSession(open('helping'), 'prompts')
    expect(turns).toMatchObject([{ prompt: { text: 'Count all trees' } }])
    expect(JSON.stringify([turns, agents])).not.toMatch(/pear|plum|the shed/)
    expect([toolCalls, facts]).toEqual([undefined, undefined])
    expect(agents).toHaveLength(4)
  })

  test('of answers holds answers', () => {
    const { turns, toolCalls } = exportSession(open('helping'), 'answers')
    expect(JSON.stringify(turns)).toContain('Seven pears so far')
    expect(toolCalls).toBeUndefined()
  })

  test('of tools holds what show --json prints', () => {
    const loaded = open('helping')
    const { view, ...model } = exportSession(loaded, 'tools')
    const { session, read, issues, files } = loaded
    const whole = buildSessionJson(session, { read, issues, files: files.map(file => file.path) })
    expect(view.rows.length).toBeGreaterThan(5)
    expect(model).toEqual(JSON.parse(JSON.stringify(whole)))
  })

  test('of raw holds every entry as it is recorded', () => {
    const { view } = exportSession(open('working'), 'raw')
    const recorded = readFileSync(join(SESSIONS, 'working.jsonl'), 'utf8').trim().split('\n')
    const entries = view.rows.flatMap(row => (row.kind === 'raw' ? [row.entry] : []))
    expect(entries).toEqual(recorded.map(line => JSON.parse(line)))
  })

  test('of raw holds the text of a line that is no JSON', () => {
    const { view } = exportSession(open('turning-back'), 'raw')
    const unreadable = view.rows.filter(row => row.kind === 'raw' && row.entry === undefined)
    expect(unreadable).toMatchObject([{ text: expect.stringContaining('cut in the') }])
  })
})

describe('what is asked for', () => {
  test('some turns: nothing of other turns', () => {
    const document = exportSession(open('turning-back'), 'all', { turns: { from: 1, to: 1 } })
    expect(document.turns).toMatchObject([{ number: 1 }])
    expect(JSON.stringify(document)).not.toContain('Victoria')
  })

  test('some turns: no agent of other turns', () => {
    const document = exportSession(open('helping'), 'all', { turns: { from: 2, to: 2 } })
    expect([document.agents, document.toolCalls]).toEqual([[], []])
  })

  test('no agents: none', () => {
    const document = exportSession(open('helping'), 'all', { agents: 'none' })
    expect(document.agents).toEqual([])
    expect(JSON.stringify(document)).not.toContain('behind the shed?')
  })

  test('agents only: nothing of the main conversation', () => {
    const document = exportSession(open('helping'), 'all', { agents: 'only' })
    expect(problemOf(document)).toBeUndefined()
    expect([document.turns, document.toolCalls]).toEqual([[], undefined])
    expect(JSON.stringify(document)).not.toContain('still being counted')
    expect(document.agents).toHaveLength(4)
  })

  const BYTES = 'iVBORw0KGgo'

  test.each(['all', 'raw'] as const)('images: their bytes are in it at level %s, and out of it without them', level => {
    const withImages = [...exportChunks(open('working'), level)].join('')
    const without = [...exportChunks(open('working'), level, { hasMedia: false })].join('')
    expect(withImages).toContain(BYTES)
    expect(without).not.toContain(BYTES)
    expect(problemOf(JSON.parse(without))).toBeUndefined()
  })
})

describe('how it is written', () => {
  test('in pieces: none is longer than one item and its frame', () => {
    const chunks = [...exportChunks(open('working'), 'all')]
    const { view, turns } = JSON.parse(chunks.join('')) as ExportedSession
    expect(chunks.length).toBeGreaterThan(view.rows.length + (turns as unknown[]).length)
    expect(chunks.at(-1)?.endsWith('}\n')).toBe(true)
  })

  test('twice the same', () => {
    expect([...exportChunks(open('talking'), 'all')]).toEqual([...exportChunks(open('talking'), 'all')])
  })

  test('every text of the model is shown to the check before it is written, and none of our own words', () => {
    const seen: string[] = []
    const requireClean = (text: string): void => void seen.push(text)
    for (const _chunk of exportChunks(open('helping'), 'all', { requireClean }));
    const texts = seen.join('\n')
    for (const told of ['Count all trees', 'behind the shed', 'ls plums', '/home/ada/orchard', 'claude-haiku'])
      expect(texts).toContain(told)
    expect(texts.split('\n')).not.toContain('completed')
    expect(texts.split('\n')).not.toContain('task')
  })

  test('not at all where the check refuses', () => {
    const requireClean = (text: string): void => {
      if (text.includes('shed')) throw new Error('refused')
    }
    expect(() => [...exportChunks(open('helping'), 'all', { requireClean })]).toThrow('refused')
  })
})
