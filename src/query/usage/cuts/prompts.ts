import type { Row, Store } from '../../../store/store.ts'
import { formatIso } from '../../../time/day.ts'
import type { RowAbout } from '../usage-report.ts'
import type { SessionUsage, UsageSession } from '../usage-source.ts'
import type { OpenCut, UsageCut } from './cut.ts'
import { type MainTurns, openMainTurns } from './main-turns.ts'
import { lookUpShown } from './shown-rows.ts'

/** A prompt costs what its turn cost, subagents included. */
export const prompts: UsageCut = {
  name: 'prompts',
  aliases: ['prompt', 'turns', 'turn'],
  summary: 'By prompt: everything until the next one, subagents included',
  title: 'PROMPT',
  isByTime: false,
  needsIndex: true,
  needsRequests: false,
  none: undefined,
  open: ({ groups, store }) => openPrompts(groups, store as Store),
}

function openPrompts(groups: readonly SessionUsage[], store: Store): OpenCut {
  const rows = new PromptRows(openMainTurns(store))
  const turnOf = openTurns(store)
  let agents: ReadonlyMap<string, number> | undefined
  return {
    keyOf: (fact, session) => rows.keyOf(rows.turnOf(fact, session), session),
    describe(key) {
      agents ??= countAgents(groups, rows)
      const { session, turn } = rows.get(key)
      const { text, about } = turnOf(session.number)?.get(turn) ?? { text: '', about: {} }
      const own = { session: session.id, turn, project: session.project.name, subagents: agents.get(key) ?? 0 }
      return { label: labelOf(text, turn), about: { ...own, ...about } }
    },
    // As everywhere else: the beginning of the session's id, and the turn.
    isCalled(key, text) {
      const [, id, turn] = /^(.+):(\d+)$/.exec(text) ?? []
      return id !== undefined && key.toLowerCase().startsWith(id) && rows.get(key).turn === Number(turn)
    },
  }
}

function labelOf(text: string, turn: number): string {
  if (turn === 0) return '(before the first prompt)'
  return text.replace(/\s+/g, ' ').trim() || '(no text)'
}

interface PromptRow {
  readonly session: UsageSession
  readonly turn: number
}

/** A key is put together once for each row, not for each request. */
class PromptRows {
  readonly turnOf: MainTurns['ofRequest']
  private readonly keys = new Map<string, Map<number, string>>()
  private readonly rows = new Map<string, PromptRow>()

  constructor({ ofRequest }: MainTurns) {
    this.turnOf = ofRequest
  }

  keyOf(turn: number, session: UsageSession): string {
    let known = this.keys.get(session.id)
    if (!known) {
      known = new Map()
      this.keys.set(session.id, known)
    }
    let key = known.get(turn)
    if (key === undefined) {
      key = `${session.id}:${turn}`
      known.set(turn, key)
      this.rows.set(key, { session, turn })
    }
    return key
  }

  get(key: string): PromptRow {
    return this.rows.get(key) as PromptRow
  }
}

function countAgents(groups: readonly SessionUsage[], rows: PromptRows): ReadonlyMap<string, number> {
  const found = new Map<string, Set<string>>()
  for (const { session, facts } of groups) {
    for (const fact of facts) {
      if (fact.agent === '') continue
      const key = rows.keyOf(rows.turnOf(fact, session), session)
      const known = found.get(key)
      if (known) known.add(fact.agent)
      else found.set(key, new Set([fact.agent]))
    }
  }
  return new Map([...found].map(([key, agents]) => [key, agents.size]))
}

interface TurnText {
  readonly text: string
  readonly about: RowAbout
}

type SessionTurns = ReadonlyMap<number, TurnText>

/** The turns of a session's main thread, by number. */
function openTurns(store: Store): (session: number) => SessionTurns | undefined {
  return lookUpShown({
    one: session => toTurns(store.all(`${TURNS} AND session = ?`, [session])),
    all: () => {
      const bySession = Map.groupBy(store.all(TURNS), row => row.session as number)
      return new Map([...bySession].map(([session, rows]) => [session, toTurns(rows)]))
    },
  })
}

const TURNS = `SELECT session, number, text, started_at, tool_calls, is_rewound, is_interrupted FROM turns
WHERE agent = ''`

function toTurns(rows: readonly Row[]): SessionTurns {
  return new Map(rows.map(row => [row.number as number, { text: row.text as string, about: toAbout(row) }]))
}

function toAbout({ started_at, tool_calls, is_rewound, is_interrupted }: Row): RowAbout {
  return {
    at: formatIso((started_at ?? undefined) as number | undefined) ?? null,
    toolCalls: tool_calls as number,
    isRewound: is_rewound === 1,
    isInterrupted: is_interrupted === 1,
  }
}
