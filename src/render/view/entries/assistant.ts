import { asString, type JsonObject } from '../../../format/json.ts'
import type { ThreadEntry } from '../../../model/thread-entry.ts'
import { head } from '../../../text/head.ts'
import { callRows } from '../calls.ts'
import { readBlocks, toJsonText } from '../content.ts'
import { codePart, type Part } from '../part.ts'
import { omit, RECORD_KEYS, restParts } from '../rest.ts'
import type { Row } from '../row.ts'
import { placeOf, readJson, type Scene, sees } from '../scene.ts'
import { Shown } from '../shown.ts'

/** One line of an API message: a text, a thought, a tool call, rarely several of them. */
export function* presentAssistant(scene: Scene, entry: ThreadEntry): Iterable<Row> {
  if (isUnseen(scene, entry)) return
  const json = readJson(scene, entry)
  if (json) yield* withFirstRest(scene, entry, json, contentRows(scene, entry, json))
}

/** Rows may go on for a whole agent, so what is recorded beside the content stands with the first. */
function* withFirstRest(scene: Scene, entry: ThreadEntry, json: JsonObject, rows: Iterable<Row>): Iterable<Row> {
  let rest = sees(scene, 'all') ? messageRest(json) : []
  for (const row of rows) {
    yield rest.length > 0 && 'depth' in row ? { ...row, rest: [...(row.rest ?? []), ...rest] } : row
    rest = []
  }
  if (rest.length > 0)
    yield { ...placeOf(scene, entry, 'all'), kind: 'notice', label: 'response', text: '', count: 1, parts: rest }
}

const BLOCK_KEYS = ['type', 'text', 'thinking', 'signature', 'data']

function messageRest(json: JsonObject): readonly Part[] {
  const shown = new Shown()
  const parts: Part[] = []
  for (const block of readBlocks(json)) {
    const isPlain = block.type === 'text' || block.type === 'thinking' || block.type === 'redacted_thinking'
    shown.addValue(block)
    if (isPlain) parts.push(...restParts(omit(block, BLOCK_KEYS), new Shown()))
  }
  return [...parts, ...restParts(omit(json, [...RECORD_KEYS, 'message']), shown)]
}

function* contentRows(scene: Scene, entry: ThreadEntry, json: JsonObject): Iterable<Row> {
  const texts: string[] = []
  for (const block of readBlocks(json)) {
    if (block.type === 'text') texts.push(asString(block.text) ?? '')
    else {
      yield* textRows(scene, entry, texts)
      yield* blockRows(scene, entry, block)
    }
  }
  yield* textRows(scene, entry, texts)
}

/** Counts what the level leaves out, so that the entry need not be read. */
function isUnseen(scene: Scene, entry: ThreadEntry): boolean {
  const { losses } = scene.view
  if (sees(scene, 'tools')) return false
  const calls = scene.index.callsByUse.get(entry)?.length ?? 0
  losses.add('call', calls)
  if (scene.index.answers.has(entry)) {
    if (sees(scene, 'answers')) return false
    losses.add('answer')
  } else if (calls === 0) losses.add(isClientError(scene, entry) ? 'error' : 'inner')
  return true
}

function isClientError(scene: Scene, entry: ThreadEntry): boolean {
  return entry.message !== undefined && scene.thread.messages[entry.message]?.isApiError === true
}

/** Draws the texts gathered so far as one row and empties the list. */
function* textRows(scene: Scene, entry: ThreadEntry, texts: string[]): Iterable<Row> {
  const text = texts.splice(0).join('\n')
  if (text.trim() === '') return
  const place = placeOf(scene, entry, scene.index.answers.has(entry) ? 'answers' : 'tools')
  const message = entry.message === undefined ? undefined : scene.thread.messages[entry.message]
  if (message?.isApiError) {
    yield {
      ...place,
      kind: 'error',
      source: 'api',
      message: sees(scene, 'all') ? text : head(text, 300),
      isRetried: false,
      count: 1,
      parts: [],
    }
  } else if (message?.isSynthetic) {
    if (sees(scene, 'all'))
      yield { ...placeOf(scene, entry, 'all'), kind: 'notice', label: 'client', text, count: 1, parts: [] }
    else scene.view.losses.add('bookkeeping')
  } else if (scene.index.answers.has(entry)) {
    yield { ...place, kind: 'answer', text, model: message?.model }
  } else {
    const isOpen = sees(scene, 'all')
    if (!isOpen) scene.view.losses.add('remark-cut')
    yield { ...place, kind: 'remark', text, isOpen }
  }
}

function* blockRows(scene: Scene, entry: ThreadEntry, block: JsonObject): Iterable<Row> {
  switch (block.type) {
    case 'tool_use':
      if (sees(scene, 'tools')) yield* callRows(scene, entry, block)
      return
    case 'thinking':
    case 'redacted_thinking':
      if (sees(scene, 'all')) yield thinkingRow(scene, entry, block)
      else scene.view.losses.add(sees(scene, 'tools') ? 'thinking' : 'inner')
      return
    default:
      if (!sees(scene, 'all')) return scene.view.losses.add(sees(scene, 'tools') ? 'injected' : 'inner')
      yield {
        ...placeOf(scene, entry, 'all'),
        kind: 'notice',
        label: asString(block.type) ?? 'block',
        text: '',
        count: 1,
        parts: [codePart(toJsonText(block))],
      }
  }
}

function thinkingRow(scene: Scene, entry: ThreadEntry, block: JsonObject): Row {
  const text = asString(block.thinking) ?? ''
  const state = block.type === 'redacted_thinking' ? 'redacted' : text.trim() === '' ? 'withheld' : 'open'
  return { ...placeOf(scene, entry, 'all'), kind: 'thinking', text, state }
}
