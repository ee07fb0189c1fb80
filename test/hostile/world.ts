import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { listFixtureFiles } from '../corpus.ts'
import { readEntries } from '../read-session.ts'
import { makeTree, type TreeItem, toLines } from '../temp-tree.ts'
import { addEveryKind, createLineMaker, makeMessage } from './entries.ts'
import { mutate } from './mutate.ts'
import { ALL, ESCAPES, LINKS, MARKUP, ODD } from './payloads.ts'
import { listTexts } from './texts.ts'

/** Ids of the hostile sessions, by what is in them. */
export const SESSIONS = {
  /** All payloads at once, in every string of every kind of line. */
  kinds: '0a000000-0000-4000-8000-000000000001',
  /** The same on one line each. */
  kindsInLine: '0a000000-0000-4000-8000-000000000002',
  /** Each payload alone, in every place of a text that means something. */
  texts: '0a000000-0000-4000-8000-000000000003',
  /** Lines that are no JSON, and very long ones. */
  damage: '0a000000-0000-4000-8000-000000000004',
  /** Subagents, their meta files, outputs beside the transcript. */
  agents: '0a000000-0000-4000-8000-000000000005',
} as const

/** What the file system takes as a name: no slash, no NUL, not too long, whole characters. */
const NAMES = ['<img src=x onerror=alert(1)>', '"><svg onload=alert(1)>', '\x1b[31m\x1b]0;t\x07', 'a\u202eb', "'; --"]

/** One of each sort, short enough to stand behind every string. */
const MIXED = ` ${[MARKUP[1], MARKUP[4], MARKUP[7], LINKS[0], LINKS[5], ESCAPES[0], ESCAPES[3], ESCAPES[8], ESCAPES[14], ODD[0]].join(' ')}`

/** A home folder of a person whose transcripts were all written by somebody else, with these payloads. */
export function makeHostileHome(payloads: readonly string[]): string {
  const folder = `.claude/projects/-home-${NAMES.join('-').replaceAll('/', '')}`
  const tree: { [path: string]: TreeItem } = {
    [`${folder}/${SESSIONS.kinds}.jsonl`]: kindLines(SESSIONS.kinds, payloads.join('\n')),
    [`${folder}/${SESSIONS.kindsInLine}.jsonl`]: kindLines(SESSIONS.kindsInLine, payloads.join(' ')),
    [`${folder}/${SESSIONS.texts}.jsonl`]: textLines(payloads),
    [`${folder}/${SESSIONS.damage}.jsonl`]: damagedLines(),
    ...agentFiles(folder, payloads.join(' ')),
  }
  for (const name of NAMES) tree[`${folder}/${name.replaceAll('/', '')}.jsonl`] = saying(name)
  for (const [at, path] of listFixtureFiles().entries()) {
    const id = `${String(at).padStart(8, 'f')}-0000-4000-8000-00000000000`
    tree[`.claude/projects/-fixtures/${id}0.jsonl`] = mutated(path, { isFramed: true })
    tree[`.claude/projects/-fixtures/${id}1.jsonl`] = mutated(path, { isFramed: false })
  }
  return makeTree(tree)
}

export function kindLines(sessionId: string, text: string): string {
  const maker = createLineMaker(sessionId)
  maker.add(makeMessage('user', text, text))
  addEveryKind(maker, text)
  return toLines(maker.lines)
}

function textLines(payloads: readonly string[]): string {
  const maker = createLineMaker(SESSIONS.texts)
  for (const payload of payloads) {
    for (const text of listTexts(payload)) {
      maker.add(makeMessage('user', payload, text))
      maker.add(makeMessage('assistant', payload, [{ type: 'thinking', thinking: text }]))
      maker.add(makeMessage('assistant', payload, [{ type: 'text', text }]))
    }
  }
  return toLines(maker.lines)
}

function damagedLines(): string {
  const maker = createLineMaker(SESSIONS.damage)
  const long = 'A'.repeat(1024 * 1024)
  maker.add(makeMessage('user', 'x', `${long}${MARKUP.join('')}${ESCAPES.join('')}`))
  maker.add(makeMessage('assistant', 'x', [{ type: 'text', text: `${LINKS.join(' ')}${long}${ODD.join(' ')}` }]))
  const raw = ALL.flatMap(payload => payload.split('\n'))
  return `${toLines(maker.lines)}${raw.join('\n')}\n# ${raw.join(' ')}\n{"type":"user","cut":"${raw.join(' ')}\n`
}

function agentFiles(folder: string, text: string): { [path: string]: TreeItem } {
  const own = `${folder}/${SESSIONS.agents}`
  const maker = createLineMaker(SESSIONS.agents)
  maker.add(makeMessage('user', text, text))
  const files: { [path: string]: TreeItem } = {}
  for (const [at, name] of NAMES.entries()) {
    const agentId = `${at}${name.replaceAll('/', '')}`
    const input = { description: text, prompt: text, subagent_type: text }
    maker.add(makeMessage('assistant', text, [{ type: 'tool_use', id: `task-${at}`, name: 'Task', input }]))
    const block = { type: 'tool_result', tool_use_id: `task-${at}`, content: `agentId: ${agentId} ${text}` }
    const output = `${own}/tool-results/${agentId}.txt`
    const toolUseResult = {
      agentId,
      content: [{ type: 'text', text }],
      persistedOutputPath: output,
      status: 'completed',
    }
    maker.add({ ...makeMessage('user', text, [block]), toolUseResult })
    files[`${own}/subagents/agent-${agentId}.jsonl`] = at === 0 ? kindLines(SESSIONS.agents, MIXED) : saying(MIXED)
    files[`${own}/subagents/agent-${agentId}.meta.json`] = JSON.stringify({
      agentType: text,
      description: text,
      toolUseId: `task-${at}`,
    })
    files[output] = text
  }
  return { ...files, [`${own}.jsonl`]: toLines(maker.lines) }
}

/** A prompt and an answer. */
function saying(text: string): string {
  const maker = createLineMaker(SESSIONS.agents)
  maker.add(makeMessage('user', text, text))
  maker.add(makeMessage('assistant', text, [{ type: 'text', text }]))
  return toLines(maker.lines)
}

/** A fixture with a payload behind each of its strings; without its frame also behind what tells what a line is. */
function mutated(path: string, { isFramed }: { isFramed: boolean }): string {
  const objects = readEntries(path).flatMap(({ json }) => (json ? [json] : []))
  return toLines(objects.map(json => mutate(json, MIXED, isFramed)))
}

/** Every transcript file below the home. */
export function listHostileFiles(home: string): readonly string[] {
  const projects = join(home, '.claude', 'projects')
  return readdirSync(projects, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl'))
    .map(name => join(projects, name))
}
