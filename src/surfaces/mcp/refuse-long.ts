import { ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { LongLine } from '../../serving/limit-lines.ts'
import { formatBytes } from '../../text/count.ts'

/**
 * What a client is told of a message that was too long to be read; undefined where nobody waits for an answer. Without an
 * id where it cannot be seen: a wrong one would end another call.
 */
export function refuseLong(line: LongLine, maxBytes: number): string | undefined {
  const { id, method, content } = readAround(line)
  // What answers a question of ours bears an id of ours.
  if (content === 'result' || content === 'error') return undefined
  const isCall = method !== undefined
  if (isCall && id === undefined) return undefined
  const message = `a message of more than ${formatBytes(maxBytes)} is not read: send less`
  const error = { code: ProtocolErrorCode.InvalidRequest, message }
  return `${JSON.stringify({ jsonrpc: '2.0', id: isCall ? id : null, error })}\n`
}

interface Around {
  readonly id?: unknown
  readonly method?: unknown
  /** The first member that holds more than a word. */
  readonly content: string | undefined
}

/** Clients write what is short before the content or after it; what stands further in may be part of the content. */
function readAround({ start, end }: LongLine): Around {
  const [, before = '', content] = BEFORE.exec(start) ?? []
  const [, after = ''] = AFTER.exec(end) ?? []
  return { ...readMembers(before), ...readMembers(after), content }
}

const VALUE = String.raw`(?:"[^"\\\u0000-\u001f]{0,200}"|0|[1-9]\d{0,14})`
const MEMBER = String.raw`"(?:jsonrpc|id|method)"\s*:\s*${VALUE}`
const BEFORE = new RegExp(String.raw`^\s*\{\s*((?:${MEMBER}\s*,\s*)*)"(\w+)"\s*:`)
const AFTER = new RegExp(String.raw`((?:,\s*${MEMBER}\s*)*)\}\s*$`)

function readMembers(text: string): object {
  return JSON.parse(`{${text.trim().replace(/^,|,$/g, '')}}`)
}
