import type { ContextReport } from '../src/query/context/context-report.ts'
import { readContext } from '../src/query/context/read-context.ts'
import type { IndexedKeep } from '../src/query/indexed-keep.ts'
import { PRICER } from './context-rows.ts'
import { keepScripts } from './lookup-world.ts'
import { ONE } from './temp-tree.ts'

/** A prompt and its answer, or any other line. */
export interface Step {
  /** Minutes after the beginning at which the prompt is sent; the answer comes so many seconds later (default: 10). */
  readonly minute: number
  readonly seconds?: number
  /** Read, written for 5 minutes, written for an hour. */
  readonly cache?: readonly [number, number, number]
  readonly answer?: object
  readonly usage?: object
  /** On both lines; `parentUuid` goes back to another answer: `a1`, `a2` … */
  readonly fields?: object
  /** In place of both. */
  readonly line?: object
}

const START = Date.parse('2026-03-01T10:00:00.000Z')

/** Lines of a transcript. Uuids are `p1` and `a1` for the first step, and so on; message ids are `msg_<mark>1` … */
export function talk(
  steps: readonly Step[],
  { sessionId = ONE, mark = 'm', ...envelope }: { sessionId?: string; mark?: string; [field: string]: unknown } = {},
): readonly object[] {
  let parentUuid: string | null = null
  return steps.flatMap(({ minute, seconds = 10, cache = [0, 0, 0], answer, usage, fields, line }, at) => {
    const number = at + 1
    const shared = {
      isSidechain: false,
      cwd: '/home/dev/app',
      sessionId,
      version: '2.1.40',
      gitBranch: 'main',
      ...envelope,
    }
    const sent = new Date(START + minute * 60_000).toISOString()
    const came = new Date(START + minute * 60_000 + seconds * 1000).toISOString()
    const ids = { prompt: `${mark}-p${number}`, answer: `${mark}-a${number}` }
    const above: string | null = parentUuid
    if (line) {
      parentUuid = ids.prompt
      return [{ parentUuid: above, ...shared, uuid: ids.prompt, timestamp: sent, ...line }]
    }
    parentUuid = ids.answer
    return [
      {
        parentUuid: above,
        ...shared,
        type: 'user',
        uuid: ids.prompt,
        timestamp: sent,
        message: { role: 'user', content: `Prompt ${number}` },
        ...fields,
      },
      {
        ...shared,
        ...fields,
        parentUuid: ids.prompt,
        type: 'assistant',
        uuid: ids.answer,
        timestamp: came,
        requestId: `req_${mark}${number}`,
        message: {
          id: `msg_${mark}${number}`,
          type: 'message',
          role: 'assistant',
          model: 'claude-opus-4-6',
          content: [{ type: 'text', text: `Answer ${number}` }],
          stop_reason: 'end_turn',
          usage: { ...countTokens(cache), ...usage },
          ...answer,
        },
      },
    ]
  })
}

function countTokens([read, fiveMinutes, oneHour]: readonly [number, number, number]): object {
  return {
    input_tokens: 10,
    output_tokens: 100,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: fiveMinutes + oneHour,
    cache_creation: { ephemeral_5m_input_tokens: fiveMinutes, ephemeral_1h_input_tokens: oneHour },
  }
}

/** Keeps transcripts by path below `projects/-home-dev-app/`. */
export function keepTalks(files: { readonly [path: string]: readonly object[] }): Promise<IndexedKeep> {
  return keepScripts(
    Object.fromEntries(Object.entries(files).map(([path, lines]) => [`projects/-home-dev-app/${path}`, lines])),
  )
}

/** The report of a session by its id. */
export function readReport(keep: IndexedKeep, id = ONE, agent?: string): ContextReport {
  const session = keep.store.get('SELECT session FROM sessions WHERE id = ?', [id])?.session as number
  return readContext(keep, { session, agent, pricer: PRICER })
}
