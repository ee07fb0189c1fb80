import type { IndexedKeep } from '../src/query/indexed-keep.ts'
import { buildUsage } from '../src/query/usage/build-usage.ts'
import { openIndexedUsage } from '../src/query/usage/indexed-usage.ts'
import type { UsageReport, UsageRequest } from '../src/query/usage/usage-report.ts'
import { makeUsageRequest } from './usage-world.ts'

/** A response that costs so many tokens of output. Its id tells it from all others. */
export function reply(id: string, tokens: number, content: readonly object[] = [], more: object = {}): object {
  return {
    type: 'assistant',
    requestId: `req_${id}`,
    message: {
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-6',
      stop_reason: 'end_turn',
      content: content.length === 0 ? [{ type: 'text', text: 'Done.' }] : content,
      usage: { input_tokens: 0, output_tokens: tokens },
    },
    ...more,
  }
}

export function toolUse(id: string, name: string, input: object): object {
  return { type: 'tool_use', id, name, input }
}

export function toolResult(id: string, output: string, structured: object = { stdout: output }): object {
  const result = { type: 'tool_result', tool_use_id: id, content: output, is_error: false }
  return { type: 'user', message: { role: 'user', content: [result] }, toolUseResult: structured }
}

export function toolFailure(id: string, error: string): object {
  const result = { type: 'tool_result', tool_use_id: id, content: error, is_error: true }
  return { type: 'user', message: { role: 'user', content: [result] }, toolUseResult: `Error: ${error}` }
}

export function tellUsage(keep: IndexedKeep, report: string, more: Partial<UsageRequest> = {}): UsageReport {
  const source = openIndexedUsage(keep.store, { since: undefined, until: undefined })
  return buildUsage({ source, store: keep.store }, makeUsageRequest({ report, ...more }))
}

/** Tokens by the key of the row; what has no place is `-`. */
export function tokensByKey(report: Pick<UsageReport, 'rows'>): { readonly [key: string]: number } {
  return Object.fromEntries(report.rows.map(row => [row.key || '-', row.totalTokens]))
}
