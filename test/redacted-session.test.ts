import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { learnSession } from '../src/query/export/learn-session.ts'
import { openRedacted } from '../src/query/export/open-redacted.ts'
import { redactedLines } from '../src/query/export/redacted-lines.ts'
import { createRedactor } from '../src/redact/create-redactor.ts'
import { RedactionFailure } from '../src/redact/redaction.ts'
import { listFiles, type SessionSource } from '../src/source/session-source.ts'
import { FIXTURES } from './corpus.ts'
import { viewOf } from './draw-session.ts'
import { dumpSession } from './dump-session.ts'
import { readEntries } from './read-session.ts'
import { libraryOf, NOBODY, redactSession } from './redacted-world.ts'
import { makeLines, makeTree, ONE, type TreeItem, TWO, toLines } from './temp-tree.ts'

/** Put together here, so that none stands in the repository. */
const TOKEN = ['ghp', 'x7Kq2mZ9pL4vT8wR1nB6cY3sD5fG0hJ2kA9e'].join('_')
const WORD = 'Projekt Nachtigall'
const FOLDER = 'projects/-home-dev-app'

function openTree(files: { readonly [path: string]: TreeItem }, id = ONE) {
  const folder = makeTree(files)
  const library = libraryOf(folder)
  const source = library.sources.find(found => found.name === id) as SessionSource
  return { folder, library, source, path: join(folder, `${FOLDER}/${id}.jsonl`) }
}

describe('a redacted session', () => {
  test('holds a secret nowhere: lines, subagents, their meta files, outputs, titles of others, names of files', () => {
    const agent = `a-${TOKEN}`
    const output = `${FOLDER}/${ONE}/tool-results/${TOKEN}.txt`
    const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: `cat ${TOKEN}`, [TOKEN]: 1 } }
    const lines = makeLines(ONE, { prompt: `Use ${TOKEN}`, branch: `fix-${TOKEN}` })
    const last = (lines[1] as { uuid: string }).uuid
    const use = { ...lines[1], uuid: 'use-1', parentUuid: last, message: { role: 'assistant', content: [call] } }
    const result = {
      ...lines[0],
      uuid: 'result-1',
      parentUuid: 'use-1',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: `saved ${TOKEN}` }] },
      toolUseResult: { stdout: '', stderr: '', persistedOutputPath: `/elsewhere/tool-results/${TOKEN}.txt` },
    }
    const { library, source } = openTree({
      [`${FOLDER}/${ONE}.jsonl`]: `${toLines([...lines, use, result])}not json ${TOKEN}\n`,
      [`${FOLDER}/${ONE}/subagents/agent-${agent}.jsonl`]: makeLines(ONE, {
        prompt: TOKEN,
        isSidechain: true,
        agentId: agent,
      }),
      [`${FOLDER}/${ONE}/subagents/agent-${agent}.meta.json`]: JSON.stringify({ agentType: TOKEN, description: TOKEN }),
      [output]: `whole output with ${TOKEN}`,
      [`${FOLDER}/${TWO}.jsonl`]: [{ type: 'summary', summary: `Title ${TOKEN}`, leafUuid: 'result-1' }],
    })
    const { opened, redaction } = redactSession(library, source)
    const written = JSON.stringify([
      dumpSession(opened.session),
      ['prompts', 'answers', 'tools', 'all'].map(level => [...viewOf({ ...opened }, level as 'all')]),
      [opened.source, opened.files, opened.issues, opened.problems],
      opened.session.main.entries.map(entry => [
        opened.read(opened.session.main, entry),
        opened.readText(opened.session.main, entry),
      ]),
      opened.readToolResult(`/x/${redaction.redactText(TOKEN)}.txt`),
      opened.session.main.entries.map(entry => Buffer.from(opened.readBytes(opened.session.main, entry)).toString()),
    ])
    expect(written).not.toContain(TOKEN)
    expect(written).toContain('whole output with ‹github-token-1›')
    expect(written).toContain('Title ‹github-token-1›')
    expect(written).toContain('not json ‹github-token-1›')
    expect(opened.session.agents.map(({ id }) => id)).toEqual(['a-‹github-token-1›'])
  })

  test('has no way to the original bytes', () => {
    const { library, source } = openTree({ [`${FOLDER}/${ONE}.jsonl`]: makeLines(ONE) })
    const { opened } = redactSession(library, source)
    expect(() => opened.readChunks({ file: 0 }, {})).toThrow(RedactionFailure)
  })

  test('ends where the first pass ended, whatever was appended since', () => {
    const { library, source, path } = openTree({ [`${FOLDER}/${ONE}.jsonl`]: makeLines(ONE) })
    const redactor = createRedactor(NOBODY)
    const learned = learnSession(library, source, redactor)
    appendFileSync(path, toLines(makeLines(ONE, { prompt: `late ${TOKEN}` })))
    const opened = openRedacted(learned, redactor.seal())
    expect(opened.session.main.turns).toHaveLength(1)
    expect(JSON.stringify(dumpSession(opened.session))).not.toContain(TOKEN)
  })

  test('holds no output that was not looked through', () => {
    const { library, source, folder } = openTree({
      [`${FOLDER}/${ONE}.jsonl`]: makeLines(ONE),
      [`${FOLDER}/${ONE}/tool-results/old.txt`]: 'old',
    })
    const redactor = createRedactor(NOBODY)
    const learned = learnSession(library, source, redactor)
    const outputs = join(folder, `${FOLDER}/${ONE}/tool-results`)
    mkdirSync(outputs, { recursive: true })
    writeFileSync(join(outputs, 'new.txt'), TOKEN)
    appendFileSync(join(outputs, 'old.txt'), TOKEN)
    const opened = openRedacted(learned, redactor.seal())
    expect(opened.readToolResult('/x/new.txt')).toBeUndefined()
    expect(opened.readToolResult('/x/old.txt')).toBe('old')
  })

  test('tells of a file that the first pass could not read, even if it is back', () => {
    const { library, source, path } = openTree({ [`${FOLDER}/${ONE}.jsonl`]: makeLines(ONE, { prompt: TOKEN }) })
    renameSync(path, `${path}.away`)
    const redactor = createRedactor(NOBODY)
    const learned = learnSession(library, source, redactor)
    renameSync(`${path}.away`, path)
    const opened = openRedacted(learned, redactor.seal())
    expect(opened.problems.map(({ code }) => code)).toEqual(['missing'])
    expect(opened.session.main.entries).toEqual([])
  })

  test('keeps two agents apart whose names differ only in a word', () => {
    const names = ['x-anna', 'x-berta']
    const { library, source } = openTree({
      [`${FOLDER}/${ONE}.jsonl`]: makeLines(ONE),
      ...Object.fromEntries(
        names.map(name => [
          `${FOLDER}/${ONE}/subagents/agent-${name}.jsonl`,
          makeLines(ONE, { agentId: name, isSidechain: true }),
        ]),
      ),
    })
    const { opened } = redactSession(library, source, { words: ['anna', 'berta'] })
    expect(new Set(opened.files.map(({ path }) => path)).size).toBe(3)
    expect(opened.session.agents).toHaveLength(2)
    expect(JSON.stringify(opened.files)).not.toMatch(/anna|berta/)
  })
})

describe('what is known of an entry', () => {
  test('does not vouch for the line around a copy of it', () => {
    const inner = {
      type: 'user',
      uuid: 'c-1',
      timestamp: '2026-03-01T10:00:00Z',
      message: { role: 'user', content: 'hi' },
    }
    const data = { type: 'agent_progress', agentId: 'a1', prompt: `${WORD} here`, message: inner }
    const { library, source } = openTree({
      [`${FOLDER}/${ONE}.jsonl`]: [...makeLines(ONE), { type: 'progress', uuid: 'p-1', parentUuid: null, data }],
    })
    const { opened } = redactSession(library, source, { words: [WORD] })
    const entry = opened.session.main.entries.find(({ kind }) => kind === 'progress/agent_progress')
    const span = entry as NonNullable<typeof entry>
    opened.read({ file: 0 }, { ...span, isCopy: true })
    expect(JSON.stringify(opened.read({ file: 0 }, { ...span, isCopy: false }))).not.toContain(WORD)
  })
})

describe('a transcript written again', () => {
  test('has the lines it had, of the kinds they had', () => {
    const library = libraryOf(FIXTURES)
    for (const source of library.sources) {
      const redactor = createRedactor({ ...NOBODY, words: ['orchard'] })
      const learned = learnSession(library, source, redactor)
      const redaction = redactor.seal()
      for (const { path } of listFiles(source)) checkLines(path, [...redactedLines(learned, path, redaction)].join(''))
    }
  })

  function checkLines(path: string, text: string): void {
    const again = join(makeTree({ 'again.jsonl': text }), 'again.jsonl')
    const kindsIn = (file: string) => readEntries(file).map(({ kind, line }) => `${line} ${kind}`)
    expect(kindsIn(again), path).toEqual(kindsIn(path))
    expect(text, path).not.toMatch(/\borchard\b/i)
  }
})
