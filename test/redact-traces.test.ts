import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../src/format/json.ts'
import { learnSession } from '../src/query/export/learn-session.ts'
import { openPlain, openRedacted } from '../src/query/export/open-redacted.ts'
import { createRedactor } from '../src/redact/create-redactor.ts'
import type { Redaction, RedactorOptions, Trace } from '../src/redact/redaction.ts'
import type { SessionSource } from '../src/source/session-source.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { libraryOf, NOBODY } from './redacted-world.ts'

const PLACE = { session: 'one', agentId: undefined, line: 1 }
/** Put together here, so that no scanner takes the test for a leak. */
const TOKEN = ['gh', 'p_', 'a1B2c3D4e5F6'.repeat(3)].join('')
const PASSWORD = ['tr0ub4dor', '&3x!Q'].join('')
const OPTIONS: RedactorOptions = {
  identity: { homes: ['/home/dev'], users: ['maria'], hosts: ['castle-7'] },
  words: ['orchard', 'the plan'],
  keep: [],
}
const hasCorpus = listCorpusFiles() !== undefined

describe.each([['fixtures', FIXTURES], ...(hasCorpus ? [['the corpus', CORPUS]] : [])])('over %s', (_name, folder) => {
  test('what is known of an entry changes nothing in what becomes of it', { timeout: 300_000 }, () => {
    const library = libraryOf(folder as string)
    expect(library.sources.length).toBeGreaterThan(5)
    for (const source of library.sources) {
      const redactor = createRedactor(OPTIONS)
      const opened = openRedacted(learnSession(library, source, redactor), redactor.seal())
      const reference = createReference(source)
      const plain = openPlain(library, source)
      for (const [index, entry] of plain.session.main.entries.entries()) {
        const json = plain.read(plain.session.main, entry)
        const expected = JSON.stringify(reference.redactValue(json))
        const again = opened.read(opened.session.main, entry)
        if (JSON.stringify(again) !== expected) expect(again, `${source.name}:${index}`).toEqual(JSON.parse(expected))
      }
    }

    /** Looks at every string of every entry anew. */
    function createReference(source: SessionSource): Redaction {
      const redactor = createRedactor(OPTIONS)
      learnSession(library, source, redactor)
      return redactor.seal()
    }
  })
})

describe('a trace', () => {
  function learn(values: readonly unknown[]): { readonly redaction: Redaction; readonly traces: readonly Trace[] } {
    const redactor = createRedactor(NOBODY)
    const traces = values.map(value => redactor.learnValue(value, PLACE))
    return { redaction: redactor.seal(), traces }
  }

  test('does not hide what turned out to be a secret later, by itself or in base64', () => {
    const early = {
      plain: `try ${PASSWORD} now`,
      wrapped: `try ${PASSWORD.slice(0, 6)}\n  ${PASSWORD.slice(6)}`,
      base64: Buffer.from(`the word is ${PASSWORD} today`).toString('base64'),
      lines: ['one', `+ ${PASSWORD}`],
    }
    const late = { password: PASSWORD }
    const { redaction, traces } = learn([early, late])
    const expected = redaction.redactValue(early)
    expect(JSON.stringify(expected).match(/‹password-1›/g)).toHaveLength(4)
    expect(traces[0]?.isSettled).toBe(false)
    expect(redaction.redactValue(early, traces[0])).toEqual(expected)
    expect(traces[0]?.isSettled).toBe(true)
    expect(redaction.redactValue(early, traces[0])).toEqual(expected)
    expect(redaction.redactValue(late, traces[1])).toEqual({ password: '‹password-1›' })
  })

  test('of another value is not gone by', () => {
    const before = { a: 'nothing here', b: 'nor here' }
    const { redaction, traces } = learn([before, { x: TOKEN }])
    const [trace] = traces
    expect(redaction.redactValue(before, trace)).toBe(before)
    for (const other of [
      { a: TOKEN, b: 'nor here' },
      { a: 'nothing here', b: 'nor here', c: TOKEN },
      { a: [TOKEN, 'x'] },
    ]) {
      expect(JSON.stringify(redaction.redactValue(other as JsonObject, trace))).not.toContain(TOKEN)
    }
  })

  test('is the same for a long text that was seen before', () => {
    const text = 'nothing to see here, '.repeat(40)
    const { redaction, traces } = learn([{ text }, { again: text }, { text: `${text} ${TOKEN}` }])
    expect(traces.map(({ found }) => found.length)).toEqual([0, 0, 1])
    expect(redaction.hits.map(({ count }) => count)).toEqual([1])
  })
})

describe('ids', () => {
  test('that differ stay different, and plain ones stay as they are', () => {
    const redactor = createRedactor({ ...NOBODY, words: ['anna', '1111'] })
    const redaction = redactor.seal()
    const plain = '11111111-1111-4111-8111-111111111111'
    const ids = ['x-anna', 'x-Anna', 'x-ANNA', 'x-other', plain]
    const redacted = ids.map(id => redaction.redactId(id))
    expect(new Set(redacted).size).toBe(5)
    expect(redacted.slice(3)).toEqual(['x-other', plain])
    expect(redacted.join(' ')).not.toMatch(/anna/i)
    expect(ids.map(id => redaction.redactId(id))).toEqual(redacted)
    expect(redaction.redactValue({ uuid: 'x-Anna', parentUuid: 'x-anna' })).toEqual({
      uuid: redacted[1],
      parentUuid: redacted[0],
    })
  })

  test('and times, of which somebody wants a part out, do not stop an export', () => {
    const redaction = createRedactor({ ...NOBODY, words: ['1111', 'tool', '2026'] }).seal()
    expect(() =>
      redaction.requireClean('"uuid":"11111111-1111-4111-8111-111111111111","type":"tool_use"'),
    ).not.toThrow()
    expect(() => redaction.requireClean('2026-03-01T10:00:00.000Z\nBash')).not.toThrow()
    expect(() => redaction.requireClean('in 2026 we')).toThrow('would have been written')
  })
})

describe('the words of the format', () => {
  test.each(['content', 'message', 'type', 'uuid', 'text', 'usage', 'input', 'tool_use', 'opus', 'backend'])(
    'are no users, though a home folder is called %s',
    name => {
      const line = {
        type: 'user',
        uuid: 'u-1',
        message: {
          role: 'user',
          content: [{ type: 'text', text: `/home/${name}/.config, the ${name} and its ${name}` }],
        },
      }
      const redactor = createRedactor(NOBODY)
      redactor.learnValue(line, PLACE)
      const text = `~/.config, the ${name} and its ${name}`
      const content = [{ type: 'text', text }]
      expect(redactor.seal().redactValue(line)).toEqual({ ...line, message: { role: 'user', content } })
    },
  )

  test('stay in the marks of the client, whatever is asked for', () => {
    const redactor = createRedactor({ ...NOBODY, words: ['command', 'interrupted', 'user', 'Exit'] })
    const text = '<command-name>/x</command-name> [Request interrupted by user] the command was interrupted. Exit'
    redactor.learnText(text, PLACE)
    const redaction = redactor.seal()
    const redacted = redaction.redactText(text)
    expect(redacted).toMatch(
      /^<command-name>\/x<\/command-name> \[Request interrupted by user\] the ‹word-\d› was ‹word-\d›\. ‹word-\d›$/,
    )
    expect(() => redaction.requireClean(redacted)).not.toThrow()
  })
})
