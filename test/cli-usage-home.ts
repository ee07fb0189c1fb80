import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { type Script, writeScript } from './lookup-world.ts'
import { THREE } from './temp-tree.ts'

export const FOUR = '44444444-4444-4444-8444-444444444444'
export const GARDEN = '/home/dev/garden'

export interface Counts {
  readonly id: string
  readonly model?: string
  readonly input?: number
  readonly output?: number
  readonly write5m?: number
  readonly write1h?: number
  readonly read?: number
  /** Null: the response was not finished when the line was written. */
  readonly stop?: string | null
}

/** One line of an API response with these counts. */
export function answerWith(script: Script, counts: Counts): Script {
  const { id, model = 'claude-opus-4-6', input = 0, output = 0, write5m = 0, write1h = 0, read = 0 } = counts
  return script.line({
    type: 'assistant',
    requestId: `req_${id}`,
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text: 'Done.' }],
      stop_reason: counts.stop === undefined ? 'end_turn' : counts.stop,
      usage: {
        input_tokens: input,
        output_tokens: output,
        cache_read_input_tokens: read,
        cache_creation_input_tokens: write5m + write1h,
        cache_creation: { ephemeral_5m_input_tokens: write5m, ephemeral_1h_input_tokens: write1h },
      },
    },
  })
}

/**
 * The sessions of makeKeepHome (three requests of $0.000815 on 2026-03-01) and two of a garden: one of that day with a
 * placeholder, a model without a price and an unfinished request, and one of 2026-03-04 that begins with a copy of it.
 */
export function makeUsageHome(): KeepHome {
  const first = writeScript({ sessionId: THREE, cwd: GARDEN }).prompt('Water the beans, =1+1')
  answerWith(first, { id: 'msg_a', input: 1000, output: 1, write5m: 2000, read: 10_000, stop: null })
  answerWith(first, { id: 'msg_a', input: 1000, output: 100, write5m: 2000, read: 10_000 })
  first.prompt('And the peas')
  answerWith(first, { id: 'msg_b', model: 'my-model\x1b[31m', input: 10, output: 50 })
  answerWith(first, { id: 'msg_c', input: 2000, output: 3, stop: null })
  const second = writeScript({
    sessionId: FOUR,
    cwd: GARDEN,
    mark: 'four',
    startedAt: '2026-03-04T09:00:00.000Z',
    copied: first.lines.slice(0, 3),
  }).prompt('Go on')
  answerWith(second, { id: 'msg_d', model: 'claude-sonnet-4-5', input: 1_000_000, write1h: 1000, output: 20 })
  return makeKeepHome({
    [`.claude/projects/-home-dev-garden/${THREE}.jsonl`]: first.lines,
    [`.claude/projects/-home-dev-garden/${FOUR}.jsonl`]: second.lines,
  })
}
