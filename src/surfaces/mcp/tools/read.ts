import { setImmediate as nextTick } from 'node:timers/promises'
import { z } from 'zod'
import { parseCitation, type TargetTurns, TURNS_HINT } from '../../../query/session-target.ts'
import { LEVELS, type Level } from '../../../render/level.ts'
import type { Row } from '../../../render/view/row.ts'
import { requireTurns } from '../../../share/require-turns.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { cite, nextCall, target } from '../cite.ts'
import { cutRows, type RowBlock } from '../cut-rows.ts'
import { defineTool, type ToolAnswer, type ToolCall } from '../define-tool.ts'
import { formatWhen, oneLine } from '../lines.ts'
import { type CitedSession, openCited } from '../open-cited.ts'
import { agentRows, entryRows, sessionRows } from '../session-rows.ts'
import type { McpWorld } from '../world.ts'

const input = z.object({
  at: z
    .string()
    .min(1)
    .max(300)
    .describe('A citation: id (the whole session), id:4 (a turn), id:4-9 (turns) or id#entry (one entry).'),
  level: z
    .enum(LEVELS)
    .optional()
    .describe(
      'prompts; answers (default): prompts and the last answer of each turn; tools: also every call as a line; ' +
        'all: also inputs, outputs and thinking. An entry is always shown whole.',
    ),
  entry: z
    .string()
    .min(4)
    .max(64)
    .optional()
    .describe('Only this entry, by the beginning of its id, as entry= in a hit or behind a call names it.'),
  agent: z.string().min(1).max(200).optional().describe('The conversation of this subagent, by the id behind agent=.'),
})
type Input = z.output<typeof input>

export const readTool = defineTool({
  name: 'read',
  title: 'Read a past session',
  description:
    'Opens what a citation [id:turn] of another tool points to: the prompts and answers of earlier sessions, with their tool ' +
    'calls and outputs where level asks for them. Call it after `search`, `find_fix`, `file_history` or `recent`, before you ' +
    'rely on what a hit seems to say: its snippet is a few lines out of a turn. Begin with one turn at the default level; ' +
    'level "tools" shows what was run and changed, entry opens one call with its output. To see what a long session is about ' +
    'take `timeline` first.',
  isAlwaysLoaded: true,
  input,
  async run(world, call) {
    const { id, turns, entry } = parseCitation(call.input.at)
    const cited = await openCited(world, call, id)
    call.signal.throwIfAborted()
    return await answerRead(world, call, cited, { turns, entry: call.input.entry ?? entry })
  },
})

interface Wish {
  readonly turns: TargetTurns | undefined
  readonly entry: string | undefined
}

async function answerRead(
  world: McpWorld,
  call: ToolCall<Input>,
  cited: CitedSession,
  { turns, entry }: Wish,
): Promise<ToolAnswer> {
  const { agent } = call.input
  const { loaded } = cited.reading
  const level = entry === undefined ? (call.input.level ?? 'answers') : 'all'
  if (turns && agent === undefined && entry === undefined) requireTurns(loaded.session.main, turns, TURNS_HINT)
  const rows =
    entry !== undefined
      ? entryRows(cited.reading, { entry, turns, agent })
      : agent !== undefined
        ? agentRows(cited.reading, agent, level)
        : sessionRows(cited.reading, { turns, level })
  const blocks = cutRows(rows, {
    session: loaded.session,
    headTurn: (number, row) => (agent === undefined ? turnHead(world, cited, number, row) : ''),
  })[Symbol.iterator]()
  const skipped = await skip(blocks, call)
  const first = blocks.next()
  const isNothing = first.done && call.from === 0
  return {
    head: headOf(world, cited, { ...call, level, lastTurn: skipped.lastTurn }),
    blocks: texts(first, blocks),
    total: undefined,
    tail: [
      isNothing ? `Nothing is said there at level ${level}.` : '',
      callsWords(call, cited, { level, turns, entry }),
    ]
      .filter(words => words !== '')
      .join('\n'),
    isEmpty: false,
  }
}

const SLICE_MS = 30

/** What earlier parts held is made again, which takes time: others are answered in between. */
async function skip(
  blocks: Iterator<RowBlock>,
  { from, signal }: ToolCall<Input>,
): Promise<{ readonly lastTurn: number | undefined }> {
  let since = performance.now()
  let lastTurn: number | undefined
  for (let at = 0; at < from; at++) {
    const { value, done } = blocks.next()
    if (done) break
    lastTurn = (value as RowBlock).turn
    if (performance.now() - since < SLICE_MS) continue
    await nextTick()
    signal.throwIfAborted()
    since = performance.now()
  }
  return { lastTurn }
}

function* texts(first: IteratorResult<RowBlock>, blocks: Iterator<RowBlock>): Iterable<string> {
  for (let step = first; !step.done; step = blocks.next()) yield step.value.text
}

interface Shown {
  readonly level: Level
  readonly from: number
  /** Where an earlier part ended. */
  readonly lastTurn: number | undefined
  readonly input: Input
}

/** Which session this is; sent with every part. */
function headOf({ zone }: McpWorld, { shortId, project, reading }: CitedSession, shown: Shown): string {
  const { session } = reading.loaded
  const about = [
    `"${oneLine(session.title.text, 100)}"`,
    oneLine(project.name, 60),
    oneLine(session.branches.at(-1) ?? '', 60),
    formatWhen(zone, session.startedAt),
    formatNumberOf(session.main.turns.filter(({ number }) => number > 0).length, 'turn'),
    shown.input.agent === undefined ? '' : `agent=${oneLine(shown.input.agent, 60)}`,
    `level ${shown.level}`,
    shown.from > 0 && shown.lastTurn !== undefined ? `goes on in turn ${shown.lastTurn}` : '',
  ]
  return `${cite(shortId)} ${about.filter(part => part !== '' && part !== '""').join(' · ')}`
}

function turnHead({ zone }: McpWorld, { shortId }: CitedSession, number: number, row: Row | undefined): string {
  if (row?.kind !== 'turn') return `${cite(shortId, number)}${number === 0 ? ' before the first prompt' : ''}`
  const about = [
    formatWhen(zone, row.at),
    row.toolCalls > 0 ? formatNumberOf(row.toolCalls, 'call') : '',
    row.files > 0 ? `${formatNumberOf(row.files, 'file')} changed` : '',
    row.isInterrupted ? 'interrupted' : '',
    row.isRewound ? 'taken back' : '',
  ]
  return `${cite(shortId, number)} ${about.filter(part => part !== '').join(' · ')}`.trimEnd()
}

/** How to see the calls, where there are any that this level leaves out. */
function callsWords(
  call: ToolCall<Input>,
  { shortId, reading }: CitedSession,
  { level, turns, entry }: Wish & { readonly level: Level },
): string {
  if (entry !== undefined || level === 'all' || level === 'tools') return ''
  const { agent } = call.input
  const { main, agents } = reading.loaded.session
  const thread = agent === undefined ? main : agents.find(({ id }) => id.startsWith(agent))?.thread
  const within = agent === undefined ? turns : undefined
  const working = (thread?.turns ?? []).filter(
    ({ number, toolCalls, isRewound }) =>
      toolCalls > 0 && (within ? number >= within.from && number <= within.to : agent !== undefined || !isRewound),
  )
  // Of a whole session the end is what is asked about most.
  const turn = within ? working[0] : working.at(-1)
  if (!turn) return ''
  const at = agent === undefined ? target(shortId, turn.number) : target(shortId, turns?.from, turns?.to)
  return `For the calls: ${nextCall(call, 'read', { at, agent, level: 'tools' })}.`
}
