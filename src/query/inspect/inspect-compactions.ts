import { asObject, asObjects, asString, type JsonObject } from '../../format/json.ts'
import type { Segment } from '../../model/session.ts'
import type { Pricer } from '../../pricing/pricer.ts'
import type { LoadedSession } from '../../source/load-session.ts'
import { head } from '../../text/head.ts'
import { createContextCosts } from '../context/context-cost.ts'
import { describeCompactions } from '../context/read-compactions.ts'
import { modelContext } from './model-context.ts'
import { type InspectPlace, listThreads, placeOf, readEntry, type SessionThread } from './session-threads.ts'

/** Where the context was made smaller, in the main conversation and in agents. */
export interface InspectCompactions {
  readonly schema: 'backscroll.inspect-compactions/1'
  readonly compactions: readonly InspectedCompaction[]
}

export interface InspectedCompaction extends InspectPlace {
  /** As recorded: `auto`, `manual`. */
  readonly trigger: string | undefined
  /** As recorded, else the context of the request before it and of the first one after it. */
  readonly tokensBefore: number | undefined
  readonly tokensAfter: number | undefined
  /** Writing the summary and reading it in, as far as it is known; null where nothing is. */
  readonly costUsd: number | null
  /** Beginning of what took the place of the conversation; empty where no summary is recorded. */
  readonly summary: string
  readonly isSummaryCut: boolean
  readonly knownBy: Segment['knownBy']
}

const MAX_SUMMARY = 1500
const MAX_COMPACTIONS = 500

export function inspectCompactions(loaded: LoadedSession, pricer: Pricer): InspectCompactions {
  const compactions = listThreads(loaded.session).flatMap(thread => listOfThread(loaded, thread, pricer))
  return { schema: 'backscroll.inspect-compactions/1', compactions: compactions.slice(0, MAX_COMPACTIONS) }
}

function listOfThread(
  loaded: LoadedSession,
  { agent, thread }: SessionThread,
  pricer: Pricer,
): readonly InspectedCompaction[] {
  const segments = thread.segments.filter(({ index }) => index > 0).slice(0, MAX_COMPACTIONS)
  if (segments.length === 0) return []
  const costs = createContextCosts(pricer)
  const facts = modelContext(loaded.session, agent, { costs, copiedFrom: () => undefined })
  const rows = facts.rows.filter(({ isAdvisor }) => !isAdvisor)
  const described = describeCompactions(facts.compactions, { rows, costs })
  return segments.map((segment, at) => {
    const text = segment.summary ? textOf(readEntry(loaded, thread, segment.summary)) : ''
    const entry = segment.boundary ?? segment.summary ?? thread.entries[segment.first]
    return {
      ...placeOf({ agent }, entry),
      trigger: segment.trigger,
      tokensBefore: described[at]?.tokensBefore,
      tokensAfter: described[at]?.tokensAfter,
      costUsd: described[at]?.costUsd ?? null,
      summary: head(text, MAX_SUMMARY),
      isSummaryCut: text.length > MAX_SUMMARY,
      knownBy: segment.knownBy,
    }
  })
}

function textOf(json: JsonObject | undefined): string {
  const content = asObject(json?.message)?.content
  const texts = asString(content) ?? asObjects(content).map(block => asString(block.text) ?? '')
  return (typeof texts === 'string' ? texts : texts.join('\n')).trim()
}
