import { expect, test } from 'vitest'
import { asArray, asObject, asObjects, asString, type JsonObject, type JsonValue } from '../src/format/json.ts'
import type { Thread } from '../src/model/session.ts'
import type { ThreadEntry } from '../src/model/thread-entry.ts'
import { type LoadedSession, loadSession } from '../src/source/load-session.ts'
import { pathOf } from '../src/source/session-source.ts'
import { stripAnsi } from '../src/text/ansi.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { draw, listSources } from './draw-session.ts'

/**
 * Level `all` leaves nothing out: every text longer than three characters in the content of messages, in structured
 * results and in what hooks recorded stands in the output. Compared line by line, letters and digits only, because
 * wrapping, line numbers, indentation and Markdown take or add everything else. The exemptions are named below.
 */
const folders = listCorpusFiles() ? [FIXTURES, CORPUS] : [FIXTURES]

test('shows every recorded text at level all', () => {
  const missing: string[] = []
  const exempt = new Map<Exemption, number>()
  for (const source of folders.flatMap(listSources)) {
    const loaded = loadSession(source)
    const page = new Page([...draw(loaded, 'all', { width: 120 })].join('\n'))
    for (const { thread, entry, json } of listEntries(loaded)) {
      for (const leaf of listLeaves(json)) {
        const reason = exemptionOf(leaf)
        if (reason) exempt.set(reason, (exempt.get(reason) ?? 0) + 1)
        else
          for (const line of missingLines(page, leaf.text))
            missing.push(`${pathOf(source)} ${thread.agentId ?? ''}:${entry.line} ${leaf.path.join('.')}: ${line}`)
      }
    }
  }
  if (process.env.VERBOSE) console.log(exempt, missing.length, `\n${missing.slice(0, 60).join('\n')}`)
  expect(missing.slice(0, 20)).toEqual([])
})

/** What a program printed is drawn as a terminal would show it last: titles and overwritten lines are gone. */
function missingLines(page: Page, text: string): readonly string[] {
  const missingOf = (words: string) =>
    [...linesOf(words)].filter(line => !page.has(line) && !page.has(asMarkdown(line)))
  const missing = missingOf(text)
  return missing.length > 0 && /[\x1b\r\x08]/.test(text) ? missingOf(stripAnsi(text)) : missing
}

interface Leaf {
  readonly path: readonly string[]
  readonly text: string
  readonly entry: JsonObject
}

/**
 * What the corpus holds of each stands behind it; run with VERBOSE=1 to count again.
 * - `before-edit` (443): the file behind a patch that is drawn.
 * - `data` (2): bytes of images and documents, drawn as `[image png 34 KB]`.
 * - `mark` (2,523): the status of a todo or task, drawn as `[x]`.
 * - `block-type` (185): that a block of a result is a text or a reference is seen from how it is drawn.
 * Entries that the client wrote again, and ids and signatures beside the content, are not looked at.
 */
type Exemption = 'before-edit' | 'data' | 'mark' | 'block-type'

function exemptionOf({ path, text, entry }: Leaf): Exemption | undefined {
  const name = path.at(-1) ?? ''
  const fields = asObject(entry.toolUseResult)
  const hasPatch = asObjects(fields?.structuredPatch).length > 0
  if (hasPatch && (name === 'originalFile' || name === 'originalFileContents')) return 'before-edit'
  if (name === 'base64' || text === 'base64' || (name === 'data' && /^[\w+/]+=*$/.test(text)) || isData(text))
    return 'data'
  if (name === 'status' && path.some(step => /todos|tasks/i.test(step))) return 'mark'
  if (name === 'type' && /^\d+$/.test(path.at(-2) ?? '')) return 'block-type'
  return undefined
}

function isData(text: string): boolean {
  return text.length >= 1000 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
}

function* listEntries({ session, read }: LoadedSession): Iterable<{
  thread: Thread
  entry: ThreadEntry
  json: JsonObject
}> {
  for (const thread of [session.main, ...session.agents.map(agent => agent.thread)]) {
    for (const entry of thread.entries) {
      const json = entry.isRepeat ? undefined : read(thread, entry)
      if (json) yield { thread, entry, json }
    }
  }
}

const HOOK_FIELDS = ['command', 'stdout', 'stderr', 'content', 'blockingError', 'message']

function* listLeaves(json: JsonObject): Iterable<Leaf> {
  const content = asObject(json.message)?.content
  if (typeof content === 'string') yield { path: ['content'], text: content, entry: json }
  for (const block of asArray(content) ?? []) {
    const { text, thinking, input, content: result } = asObject(block) ?? {}
    yield* leavesOf({ text, thinking, input, result } as JsonObject, ['block'], json)
  }
  yield* leavesOf(json.toolUseResult, ['toolUseResult'], json)
  const hook = [asObject(json.attachment), asObject(json.data)].find(payload =>
    asString(payload?.type)?.startsWith('hook_'),
  )
  for (const name of hook ? HOOK_FIELDS : []) yield* leavesOf(hook?.[name], ['hook', name], json)
  yield* leavesOf(json.hookInfos, ['hookInfos'], json)
}

function* leavesOf(value: JsonValue | undefined, path: readonly string[], entry: JsonObject): Iterable<Leaf> {
  if (typeof value === 'string') {
    if (value.length > 3) yield { path, text: value, entry }
  } else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) yield* leavesOf(item as JsonValue, [...path, name], entry)
}

/** Lines of a text, and the cells of tables, which may be laid out anew. Tags of the client are drawn as labels. */
function* linesOf(text: string): Iterable<string> {
  const plain = text
    .replace(/^Error: /, '')
    // A badge beside the call.
    .replace(/^Exit code (\d+)$/m, 'exit $1')
    .replace(/<\/?tool_use_error>/g, '\n')
    .replace(
      /<\/?(?:[a-z]+-)*(?:command|bash|task|agent|tool-use|output|system|local|user|teammate|ide|summary|status|result|usage)[\w-]*(?: [^<>]*)?>/g,
      '\n',
    )
  for (const line of plain.split(/\r\n|[\n\r\u2028\u2029]/)) {
    // The number of an empty line at the end of a file says nothing.
    if (/^\s*\d+→$/.test(line)) continue
    if (line.includes('|')) yield* line.split('|')
    else yield line
  }
}

/** A link that names itself is written once, and entities are decoded. */
function asMarkdown(line: string): string {
  return line.replace(/\[([^\]]+)\]\(\1\)/g, '$1').replace(/&(?:lt|gt|amp|quot|nbsp|apos|#\d+);/g, '')
}

/** Texts are looked for where the last one stood first: they come in about the order they are drawn in. */
class Page {
  readonly #letters: string
  readonly #known = new Set<string>()
  #from = 0

  constructor(text: string) {
    this.#letters = lettersOf(text)
  }

  has(line: string): boolean {
    const letters = lettersOf(line)
    if (letters === '' || this.#known.has(letters)) return true
    let at = this.#letters.indexOf(letters, Math.max(0, this.#from - 50_000))
    if (at < 0) at = this.#letters.indexOf(letters)
    if (at >= 0) {
      this.#from = at
      this.#known.add(letters)
    }
    return at >= 0
  }
}

function lettersOf(text: string): string {
  return text
    .replace(/\x1b\[[0-9;:]*m/g, '')
    .replace(/[\x00-\x1f\x7f-\x9f]|[\u2400-\u2421]|<U\+[0-9A-F]{4}>/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
