import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CORPUS, FIXTURES, listCorpusFiles } from '../../test/corpus.ts'
import { ferryTranscript } from '../../test/sent-world.ts'
import { machineAt, makeLines, ONE } from '../../test/temp-tree.ts'
import type { JsonObject } from '../format/json.ts'
import { createParser } from '../format/parser.ts'
import { createSummaryBuilder } from '../model/build-summary.ts'
import { listAllSources } from './discover.ts'
import { readChunks } from './read-chunks.ts'
import { findRoots } from './roots.ts'
import { listFiles, type SessionSource } from './session-source.ts'
import { skimLine } from './skim-line.ts'
import { type SourceSummary, summarizeSource } from './summarize-source.ts'

/** The plain version: every line parsed. */
function summarizeByParsing(source: SessionSource): Pick<SourceSummary, 'summary' | 'work'> {
  const builder = createSummaryBuilder({ id: source.id })
  for (const [file, { path, agentId }] of listFiles(source).entries()) {
    const thread = builder.openThread({ file, agentId })
    const parser = createParser({ onEntry: entry => thread.add(entry) })
    for (const chunk of readChunks(path)) parser.push(chunk)
    parser.finish()
  }
  return { summary: builder.build(), work: builder.work }
}

function checkFolder(folder: string): void {
  const { sources } = listAllSources(findRoots(machineAt(folder, { override: [folder] })).roots)
  expect(sources.length).toBeGreaterThan(0)
  for (const source of sources) expect(summarizeSource(source)).toMatchObject(summarizeByParsing(source))
}

const CLIENTS = join(CORPUS, '..', 'client-transcripts', '2.1.327')

function skim(text: string): JsonObject | undefined {
  const bytes = Buffer.from(text)
  return skimLine(bytes, 0, bytes.length)
}

const LONG = '"quoted" \\ }]},"uuid":"no","timestamp":"no" '.repeat(60)
const ENVELOPE = { parentUuid: 'p', isSidechain: false, userType: 'external', cwd: 'C:\\Users\\é', sessionId: ONE }
const STAMPS = { uuid: 'u-1', timestamp: '2026-03-01T10:00:00.000Z' }
const BLOCK = { tool_use_id: 'toolu_1', type: 'tool_result', content: LONG }
const RESULT = { ...ENVELOPE, type: 'user', message: { role: 'user', content: [BLOCK] }, ...STAMPS }
const USE = { type: 'tool_use', id: 'toolu_2', name: 'Write', input: { content: LONG } }
const ANSWER = {
  ...ENVELOPE,
  message: {
    model: 'm',
    id: 'i',
    type: 'message',
    role: 'assistant',
    content: [USE],
    stop_reason: null,
    usage: { output_tokens: 3 },
  },
  requestId: 'r',
  type: 'assistant',
  ...STAMPS,
}

describe('a skimmed line', () => {
  test('keeps the fields around a tool result', () => {
    const line = { ...RESULT, toolUseResult: { stdout: LONG, uuid: 'inner' } }
    const { message, ...rest } = RESULT
    expect(skim(JSON.stringify(line))).toMatchObject({ ...rest, message: { content: [{ type: 'tool_result' }] } })
    expect(JSON.stringify(message)).toContain('toolu_1')
  })

  test('keeps the fields that newer releases write behind the result', () => {
    const tail = {
      userType: 'external',
      entrypoint: 'cli',
      cwd: '/x',
      sessionId: ONE,
      version: '2.1.150',
      gitBranch: 'main',
    }
    const line = {
      parentUuid: 'p',
      isSidechain: false,
      promptId: 'q',
      type: 'user',
      message: RESULT.message,
      ...STAMPS,
      toolUseResult: {},
      ...tail,
    }
    expect(skim(JSON.stringify(line))).toMatchObject({ parentUuid: 'p', promptId: 'q', ...STAMPS, ...tail })
  })

  test('keeps the fields of a progress line, with its stamps in either order', () => {
    const data = { type: 'bash_progress', output: LONG, fullOutput: LONG }
    const start = { ...ENVELOPE, type: 'progress', data, toolUseID: 't' }
    const expected = { ...ENVELOPE, type: 'progress', data: { type: 'bash_progress' }, ...STAMPS }
    expect(skim(`${JSON.stringify({ ...start, ...STAMPS })}\n`)).toEqual(expected)
    expect(skim(JSON.stringify({ ...start, timestamp: STAMPS.timestamp, uuid: STAMPS.uuid }))).toEqual(expected)
  })

  test.each(ferryTranscript().lines.filter(line => String(line.type).startsWith('api-request')))(
    'keeps the fields before the payload of a recorded request: $type',
    line => {
      const { shape, message, params, ...long } = { ...line, padding: LONG } as JsonObject
      const payload = JSON.parse(JSON.stringify({ shape, message, params }))
      const whole = {
        ...line,
        ...Object.fromEntries(Object.keys(payload).map(key => [key, { text: LONG, x: payload[key] }])),
      }
      const skimmed = skim(`${JSON.stringify(whole)}\n`)
      expect(long).toMatchObject({ type: skimmed?.type, sessionId: skimmed?.sessionId })
      expect(skimmed).not.toHaveProperty('shape')
    },
  )
})

describe('is parsed, not skimmed', () => {
  const LOGGED = { type: 'api-request-blob', sessionId: ONE, hash: 'h', message: { role: 'user', content: LONG } }
  const progress = { ...ENVELOPE, type: 'progress', data: { type: 'bash_progress', output: LONG }, ...STAMPS }
  const cases: { readonly [what: string]: string } = {
    'a short line': JSON.stringify(makeLines(ONE)[0]),
    'a prompt': JSON.stringify({ ...RESULT, message: { role: 'user', content: LONG } }),
    'a line with blanks between its parts': JSON.stringify(RESULT, undefined, 1).replaceAll('\n', ''),
    'two objects on one line': JSON.stringify(progress).repeat(2),
    'a cut line': JSON.stringify(progress).slice(0, -20),
    'a line with the mark inside a nested object': JSON.stringify({ a: progress, ...STAMPS }),
    'an unknown kind of progress': JSON.stringify({ ...progress, data: { type: 'new_progress', output: LONG } }),
    'a recorded request glued to a line': `${JSON.stringify(LOGGED)}${JSON.stringify(RESULT)}`,
    'a recorded request that was cut': JSON.stringify(LOGGED).slice(0, -20),
    'an answer': JSON.stringify(ANSWER),
    'an answer about a file in a folder with such letters': JSON.stringify({
      ...ANSWER,
      cwd: '/home',
      message: { ...ANSWER.message, content: [{ ...USE, input: { file_path: '/é/x', content: LONG } }] },
    }),
    'a result with its fields in another order': JSON.stringify({ ...STAMPS, ...RESULT, ...{ uuid: undefined } }),
    'a line that is not JSON': `x${JSON.stringify(RESULT)}`,
  }
  test.each(Object.keys(cases))('%s', what => {
    expect(skim(cases[what] ?? '')).toBeUndefined()
  })
})

test('summaries of all fixtures are the same whether lines are skimmed or parsed', () => {
  expect(existsSync(FIXTURES)).toBe(true)
  checkFolder(FIXTURES)
})

test.runIf(existsSync(CLIENTS))('summaries of sessions with recorded requests are the same, skimmed or parsed', () => {
  checkFolder(CLIENTS)
})

describe.runIf(listCorpusFiles())('on recorded transcripts', () => {
  test('summaries are the same whether lines are skimmed or parsed', () => {
    checkFolder(CORPUS)
  })

  test('more than half of the bytes are skimmed', () => {
    let all = 0
    let skimmed = 0
    for (const path of listCorpusFiles() ?? []) {
      const bytes = readFileSync(path)
      for (let start = 0, end = 0; start < bytes.length; start = end) {
        end = bytes.indexOf(10, start) + 1 || bytes.length
        all += end - start
        if (skimLine(bytes, start, end)) skimmed += end - start
      }
    }
    expect(skimmed / all).toBeGreaterThan(0.5)
  })
})
