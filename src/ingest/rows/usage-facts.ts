import { bundleFacts } from '../../model/usage/bundle-facts.ts'
import type { Request } from '../../model/usage/request.ts'
import { packFacts } from '../../model/usage/request-facts.ts'
import { plainText, toRequestFact } from '../../model/usage/to-request-fact.ts'
import { usageFacts } from '../../store/tables/conversation.ts'
import { defineRows } from './define-rows.ts'
import type { ThreadContext } from './row-context.ts'

/** An append changes the last part alone. */
const PART = 512

export const usageFactRows = defineRows(usageFacts, (context, add) => {
  const contentOf = indexContent(context.threads)
  const { requests } = context.model
  for (let first = 0; first < requests.length; first += PART) {
    const facts = requests.slice(first, first + PART).map((request, at) => {
      const agent = context.agentOf(request.at)
      return toRequestFact(request, { number: first + at, agent, ...contentOf(agent, request) })
    })
    const times = facts.flatMap(({ firstAt }) => firstAt ?? [])
    add({
      session: context.session,
      part: first / PART,
      requests: facts.length,
      first_at: times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)),
      last_at: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
      bundles: packFacts(bundleFacts(facts)),
      facts: packFacts(facts),
    })
  }
})

interface Content {
  readonly calls: readonly string[]
  readonly paths: readonly string[]
}

const NOTHING: Content = { calls: [], paths: [] }

/** What each response did. An advisor's call did nothing by itself. */
function indexContent(threads: readonly ThreadContext[]): (agent: string, request: Request) => Content {
  const byThread = new Map(threads.map(({ agent, thread }) => [agent, indexThread(thread)]))
  return (agent, { at, isAdvisor }) => (isAdvisor ? NOTHING : (byThread.get(agent)?.get(at.start) ?? NOTHING))
}

/** By the first byte of each line of a response. */
function indexThread({ messages, toolCalls, facts }: ThreadContext['thread']): ReadonlyMap<number, Content> {
  const paths = new Map<unknown, string[]>()
  for (const { call, path } of facts.files) {
    const known = paths.get(call)
    if (known) known.push(plainText(path))
    else paths.set(call, [plainText(path)])
  }
  const byMessage = new Map<number, { calls: string[]; paths: string[] }>()
  for (const call of toolCalls) {
    const message = call.use?.message
    if (message === undefined) continue
    let content = byMessage.get(message)
    if (!content) {
      content = { calls: [], paths: [] }
      byMessage.set(message, content)
    }
    content.calls.push(plainText(call.name) || '?')
    for (const path of paths.get(call) ?? []) if (!content.paths.includes(path)) content.paths.push(path)
  }
  const byStart = new Map<number, Content>()
  for (const [message, content] of byMessage) {
    for (const { start } of messages[message]?.entries ?? []) byStart.set(start, content)
  }
  return byStart
}
