import { readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BLOCKS } from '../src/format/blocks/definitions.ts'
import { blockKindOf } from '../src/format/blocks/table.ts'
import { asArray, asObject } from '../src/format/json.ts'
import { KINDS } from '../src/format/kinds/table.ts'
import { createFacts, type Facts } from '../src/model/facts/facts.ts'
import { linkSessions } from '../src/model/link-sessions.ts'
import type { Session, Thread } from '../src/model/session.ts'
import { findTool, TOOLS } from '../src/model/tools/table.ts'
import { listAllSources } from '../src/source/discover.ts'
import { loadSession } from '../src/source/load-session.ts'
import { findRoots } from '../src/source/roots.ts'
import { listFiles, type SessionSource } from '../src/source/session-source.ts'
import { readSiblings } from '../src/source/siblings.ts'
import { CORPUS } from './corpus.ts'
import { readEntries } from './read-session.ts'

/** How often something was met: in lines a client wrote, and in trimmed or hand-made ones. */
export interface Count {
  recorded: number
  other: number
}

/** Part of the table (`kind`, `tool` …) to name to count. Rows that must exist are there from the start, at zero. */
export type Coverage = Map<string, Map<string, Count>>

export function emptyCoverage(): Coverage {
  const coverage: Coverage = new Map()
  const start = (part: string, names: readonly string[]) => {
    coverage.set(part, new Map(names.map(name => [name, { recorded: 0, other: 0 }])))
  }
  start(
    'kind of line',
    KINDS.map(kind => kind.kind),
  )
  start(
    'content block',
    BLOCKS.map(block => block.kind),
  )
  start(
    'tool',
    TOOLS.flatMap(tool => tool.names),
  )
  start('kind of fact', Object.keys(createFacts() satisfies Facts))
  start('user entry', ROLES)
  start('model', MODEL_ROWS)
  return coverage
}

const ROLES = [
  'tool-result',
  'compact-summary',
  'interruption',
  'injected',
  'command',
  'command-output',
  'shell-input',
  'shell-output',
  'task-notification',
  'teammate-message',
  'memory',
  'context',
  'plan-handover',
  'agent-prompt',
  'program-prompt',
  'prompt',
] as const

const MODEL_ROWS = [
  'message over several lines',
  'message interleaved with its results',
  'call without result',
  'result without call',
  'call rejected',
  'rejection with words',
  'call denied',
  'call interrupted',
  'turn',
  'turn interrupted',
  'turn rewound',
  'fork',
  'segment by boundary',
  'segment by summary-flag',
  'segment by summary-text',
  'agent in file',
  'agent in main file',
  'agent in progress copies',
  'agent in a result only',
  'agent nested',
  'agent of a workflow',
  'agent of a team',
  'agent for compaction',
  'agent for warm-up',
  'agent joined by agent-id',
  'agent joined by progress',
  'agent joined by meta',
  'agent joined by workflow',
  'agent joined by prompt',
  'title from custom-title',
  'title from agent-name',
  'title from ai-title',
  'title from summary',
  'title from prompt',
  'title from plan',
  'title from command',
  'title from slug',
  'link by forked-from-field',
  'link by request-session-id',
  'link by fork-context-ref',
  'link by transcript-path',
  'link by leaf-uuid',
  'link by continued-text',
  'link by other-session-id',
  'link by shared-uuids',
  'link by same-slug',
  'request',
  'request unfinished',
  'request on several lines',
] as const

/** Every session of the corpus, with whether a client recorded it. */
export function* openCorpus(): Iterable<{ session: Session; source: SessionSource; isRecorded: boolean }> {
  const recorded = recordedFiles()
  const roots = findRoots({
    home: CORPUS,
    platform: 'linux',
    variables: {},
    workingFolder: CORPUS,
    override: [CORPUS],
  }).roots
  for (const source of listAllSources(roots).sources) {
    const isRecorded = listFiles(source).some(file => recorded.has(relative(CORPUS, file.path)))
    yield { session: loadSession(source, readSiblings(source)).session, source, isRecorded }
  }
}

/** The corpus says itself which of its files were recorded. */
export function recordedFiles(): ReadonlySet<string> {
  const files = new Set<string>()
  for (const line of readFileSync(join(CORPUS, 'README.md'), 'utf8').split('\n')) {
    const cells = line.split('|').map(cell => cell.trim())
    if (cells[1]?.endsWith('.jsonl') && cells[8]?.startsWith('recorded')) files.add(cells[1])
  }
  return files
}

export function countCoverage(files: readonly string[]): Coverage {
  const coverage = emptyCoverage()
  const recorded = recordedFiles()
  for (const path of files) countLines(coverage, path, recorded.has(relative(CORPUS, path)))
  const opened = [...openCorpus()]
  for (const { session, isRecorded } of opened) countSession(coverage, session, isRecorded)
  const byId = new Map(opened.map(({ session, isRecorded }) => [session.id, isRecorded]))
  for (const link of linkSessions(opened.map(({ session }) => session))) {
    if (link.knownBy === 'same-slug') count(coverage, 'model', `link by ${link.knownBy}`, byId.get(link.from) === true)
  }
  return coverage
}

function countLines(coverage: Coverage, path: string, isRecorded: boolean): void {
  for (const { kind, json } of readEntries(path)) {
    count(coverage, 'kind of line', kind, isRecorded)
    for (const block of asArray(asObject(json?.message)?.content) ?? []) {
      const object = asObject(block)
      if (object) count(coverage, 'content block', blockKindOf(object), isRecorded)
      for (const inner of asArray(object?.content) ?? []) {
        const nested = asObject(inner)
        if (nested) count(coverage, 'content block', blockKindOf(nested), isRecorded)
      }
    }
  }
}

function countSession(coverage: Coverage, session: Session, isRecorded: boolean): void {
  const add = (name: string, times = 1) => count(coverage, 'model', name, isRecorded, times)
  for (const thread of [session.main, ...session.agents.map(agent => agent.thread)])
    countThread(coverage, thread, isRecorded)
  for (const agent of session.agents) {
    add(
      {
        file: 'agent in file',
        'in-main-file': 'agent in main file',
        'progress-copies': 'agent in progress copies',
        'result-only': 'agent in a result only',
      }[agent.storedAs],
    )
    if (agent.parent) add('agent nested')
    if (agent.purpose === 'workflow') add('agent of a workflow')
    if (agent.purpose === 'teammate') add('agent of a team')
    if (agent.purpose === 'compaction') add('agent for compaction')
    if (agent.purpose === 'warmup') add('agent for warm-up')
    if (agent.joinedBy !== 'none') add(`agent joined by ${agent.joinedBy}`)
  }
  if (session.title.from !== 'none') add(`title from ${session.title.from}`)
  for (const link of session.links) add(`link by ${link.knownBy}`)
  for (const request of session.requests) {
    add('request')
    if (request.isUnfinished) add('request unfinished')
    if (request.lines > 1) add('request on several lines')
  }
  for (const turn of session.main.turns) {
    if (turn.number > 0) add('turn')
    if (turn.isInterrupted) add('turn interrupted')
    if (turn.isRewound) add('turn rewound')
  }
  add('fork', session.main.forks.length)
  for (const segment of session.main.segments) if (segment.knownBy !== 'start') add(`segment by ${segment.knownBy}`)
}

function countThread(coverage: Coverage, thread: Thread, isRecorded: boolean): void {
  const add = (name: string) => count(coverage, 'model', name, isRecorded)
  for (const entry of thread.entries) if (entry.role) count(coverage, 'user entry', entry.role, isRecorded)
  for (const call of thread.toolCalls) {
    if (call.use) count(coverage, 'tool', toolNameOf(call.name), isRecorded)
    if (call.status === 'pending') add('call without result')
    if (!call.use) add('result without call')
    if (call.status === 'rejected') add('call rejected')
    if (call.rejection) add('rejection with words')
    if (call.status === 'denied') add('call denied')
    if (call.status === 'interrupted') add('call interrupted')
  }
  for (const message of thread.messages) {
    if (message.entries.length > 1) add('message over several lines')
    if (message.entries.some((entry, at) => at > 0 && entry.index > (message.entries[at - 1]?.index ?? 0) + 1)) {
      add('message interleaved with its results')
    }
  }
  for (const [name, list] of Object.entries(thread.facts)) {
    count(coverage, 'kind of fact', name, isRecorded, (list as readonly unknown[]).length)
  }
}

function toolNameOf(name: string): string {
  const { names } = findTool(name)
  return names.includes(name) ? name : (names[0] as string)
}

function count(coverage: Coverage, part: string, name: string, isRecorded: boolean, times = 1): void {
  const rows = coverage.get(part) as Map<string, Count>
  const row = rows.get(name) ?? { recorded: 0, other: 0 }
  row[isRecorded ? 'recorded' : 'other'] += times
  rows.set(name, row)
}

/** Which corpus a page was made from. */
export function describeCorpus(files: readonly string[]): string {
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0)
  return `${files.length} files, ${bytes} bytes`
}

export function renderCoverage(coverage: Coverage, corpus: string): string {
  const lines = [
    '# Coverage',
    '',
    'How often each kind of line, block, tool, fact and rule was met in the corpus of public transcripts that the tests run over. *Recorded* counts what a client wrote itself; *other* counts values trimmed by others and hand-made files. A row with no recorded case is proven only on hand-made data. Written by `test/coverage.test.ts` (`UPDATE=1 npm test`).',
    '',
    `Corpus: ${corpus}.`,
  ]
  for (const [part, rows] of coverage) {
    lines.push('', `## By ${part}`, '', `| ${part} | recorded | other |`, '|---|--:|--:|')
    for (const [name, { recorded, other }] of rows) lines.push(`| \`${name}\` | ${recorded} | ${other} |`)
  }
  return `${lines.join('\n')}\n`
}
