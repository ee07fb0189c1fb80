import { expect, test } from 'vitest'
import { asArray, asObject, asString, type JsonObject } from '../src/format/json.ts'
import { stripContext } from '../src/model/user-role.ts'
import { LEVELS, type Level } from '../src/render/level.ts'
import { colorStyle } from '../src/render/terminal/style.ts'
import { type LoadedSession, loadSession } from '../src/source/load-session.ts'
import { pathOf } from '../src/source/session-source.ts'
import { sanitizeText } from '../src/text/sanitize.ts'
import { displayWidth } from '../src/text/width.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { draw, listSources, viewOf } from './draw-session.ts'

const folders = listCorpusFiles() ? [FIXTURES, CORPUS] : [FIXTURES]
const sources = folders.flatMap(listSources)

test.each(LEVELS)('draws every session at level %s within the width and without control characters', level => {
  for (const width of level === 'all' ? [72] : [48, 80, 120]) {
    for (const source of sources) {
      const found = findBadLine(draw(loadSession(source), level, { width }), width)
      expect(found, `${pathOf(source)} at width ${width}`).toBeUndefined()
    }
  }
})

test('writes no escape but its own colours', () => {
  for (const source of sources) {
    for (const line of draw(loadSession(source), 'all', { style: colorStyle })) {
      expect(line.replace(OWN_COLOURS, '')).not.toMatch(CONTROL)
    }
  }
})

test('shows every prompt and every text of the model at level all', () => {
  const missing: string[] = []
  for (const source of sources) {
    const loaded = loadSession(source)
    const shown = lettersOf([...draw(loaded, 'all', { width: 120 })].join('\n'))
    for (const text of listTexts(loaded)) {
      for (const piece of piecesOf(text)) {
        if (!shown.includes(lettersOf(piece))) missing.push(`${pathOf(source)}: ${piece}`)
      }
    }
  }
  expect(missing).toEqual([])
})

test('shows more at each level than at the one before', () => {
  for (const source of sources) {
    const loaded = loadSession(source)
    const kinds = LEVELS.map(level => countKinds(loaded, level))
    for (let at = 1; at < kinds.length; at++) {
      const before = kinds[at - 1] as ReadonlyMap<string, number>
      for (const kind of ['input', 'answer', 'turn'] as const) {
        const count = kinds[at]?.get(kind) ?? 0
        expect(count, `${pathOf(source)}: ${kind}`).toBeGreaterThanOrEqual(before.get(kind) ?? 0)
      }
    }
  }
})

/** Codes that `style.ts` writes: attributes, sixteen colours, a palette number, red, green and blue. */
const OWN_COLOURS =
  /\x1b\[(?:1;36|22;39|2[23]|39|(?:(?:^|;)?(?:[0-479]|[349][0-7]|10[0-7]|[34]8;5;\d{1,3}|[34]8;2;\d{1,3};\d{1,3};\d{1,3})(?:;|(?=m)))+)m/g
const CONTROL = /[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/

function findBadLine(lines: Iterable<string>, width: number): string | undefined {
  for (const line of lines) if (CONTROL.test(line) || displayWidth(line) > width) return line
  return undefined
}

function countKinds(loaded: LoadedSession, level: Level): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const row of viewOf(loaded, level)) counts.set(row.kind, (counts.get(row.kind) ?? 0) + 1)
  return counts
}

/** Lines, and the cells of tables: a table may be laid out anew. A link that names itself is written once. */
function* piecesOf(text: string): Iterable<string> {
  for (const line of text.split('\n')) {
    const plain = line.replace(/\[([^\]]+)\]\(\1\)/g, '$1')
    if (plain.includes('|')) yield* plain.split('|')
    else yield plain
  }
}

/** Letters and digits only: layout, wrapping and Markdown marks take or add everything else. */
function lettersOf(text: string): string {
  return sanitizeText(text).replace(/[^\p{L}\p{N}]+/gu, '')
}

function* listTexts({ session, read }: LoadedSession): Iterable<string> {
  for (const thread of [session.main, ...session.agents.map(agent => agent.thread)]) {
    for (const entry of thread.entries) {
      if (entry.isRepeat) continue
      const isPrompt = entry.role === 'prompt' || entry.role === 'program-prompt' || entry.role === 'agent-prompt'
      if (entry.kind !== 'assistant' && !isPrompt) continue
      const json = read(thread, entry)
      if (!json) continue
      if (isPrompt) yield stripContext([...textsOf(json)].join('\n'))
      else yield* textsOf(json)
    }
  }
}

function* textsOf(json: JsonObject): Iterable<string> {
  const content = asObject(json.message)?.content
  if (typeof content === 'string') yield content
  for (const block of asArray(content) ?? []) {
    const text = asObject(block)?.type === 'text' ? asString(asObject(block)?.text) : undefined
    if (text) yield text
  }
}
