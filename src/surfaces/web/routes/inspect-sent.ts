import { z } from 'zod'
import { readSent } from '../../../query/sent/read-sent.ts'
import type { SentDetails, SentReport } from '../../../query/sent/sent-report.ts'
import { listSentParts, type SentBlock, type SentPart } from '../../../render/sent/list-parts.ts'
import type { LoadedSession } from '../../../source/load-session.ts'
import { UserError } from '../../../user-error.ts'
import type { World } from '../world.ts'
import { count, offset, text } from './list-fields.ts'

export const sentQuery = z.object({
  request: text(200).optional().describe('Its number, or the id of a recorded one; left out: the last'),
  agent: text(500).optional().describe('A subagent, instead of the main conversation'),
  from: offset,
  limit: count(30, 500).describe('At most so many messages'),
  chars: count(1000, 2_000_000).describe('At most so many characters of each text'),
})

/** A request as the page shows it: texts cut, of the messages some. */
export interface InspectSent extends Omit<SentReport, 'sent' | 'schema'> {
  readonly schema: 'backscroll.inspect-sent/1'
  readonly sent: Omit<SentDetails, 'system' | 'tools' | 'messages'> | undefined
  /** System text and tools, all of them. */
  readonly fixed: readonly CutPart[]
  readonly messages: readonly CutPart[]
  readonly from: number
  readonly total: number
}

export interface CutPart extends Omit<SentPart, 'blocks'> {
  readonly blocks: readonly CutBlock[]
}

export interface CutBlock extends SentBlock {
  /** Characters of the whole text. */
  readonly chars: number
}

export async function askSent(
  world: World,
  id: string,
  { request, agent, from, limit, chars }: z.output<typeof sentQuery>,
): Promise<InspectSent> {
  const { loaded } = await world.openReading(id)
  const asked = request !== undefined && /^\d{1,9}$/.test(request) ? Number(request) : request
  const ask = (other: LoadedSession | undefined): SentReport =>
    readSent(loaded, { agent, request: asked, openOther: () => other })
  const first = ask(undefined)
  const origin = first.absence?.why === 'elsewhere' ? await openOther(world, first.absence.sessionId ?? '') : undefined
  const { sent, ...report } = origin ? ask(origin) : first
  const parts = sent ? listSentParts(sent) : []
  const messages = parts.filter(({ place }) => place === 'messages')
  return {
    ...report,
    schema: 'backscroll.inspect-sent/1',
    sent: sent && withoutTexts(sent),
    fixed: parts.filter(({ place }) => place !== 'messages').map(part => cutPart(part, chars)),
    messages: messages.slice(from, from + limit).map(part => cutPart(part, chars)),
    from,
    total: messages.length,
  }
}

function withoutTexts({ system: _system, tools: _tools, messages: _messages, ...facts }: SentDetails) {
  return facts
}

/** The session that sent it; undefined where it is neither on disk nor kept. */
async function openOther(world: World, id: string): Promise<LoadedSession | undefined> {
  try {
    return (await world.openReading(id)).loaded
  } catch (error) {
    if (error instanceof UserError) return undefined
    throw error
  }
}

function cutPart({ blocks, ...part }: SentPart, chars: number): CutPart {
  return {
    ...part,
    blocks: blocks.map(block => ({ ...block, text: block.text.slice(0, chars), chars: block.text.length })),
  }
}
