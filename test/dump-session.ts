import type { Session, Thread } from '../src/model/session.ts'

/** A session as plain data without cycles, so that two can be compared: entries and calls inside facts become names. */
export function dumpSession(session: Session): unknown {
  const { main, agents, requests, links, kindCounts, ...rest } = session
  return {
    ...plain(rest),
    main: dumpThread(main),
    agents: agents.map(agent => ({
      ...plain({
        ...agent,
        thread: undefined,
        parent: agent.parent?.id,
        children: agent.children.map(child => child.id),
      }),
      thread: dumpThread(agent.thread),
    })),
    requests: requests.map(request => plain(request)),
    links,
    kindCounts: [...kindCounts].sort(),
  }
}

function dumpThread(thread: Thread): unknown {
  return {
    entries: thread.entries.map(entry => ({ ...entry, isActive: thread.isActive(entry) })),
    messages: thread.messages.map(message => plain({ ...message, entries: message.entries.map(entry => entry.index) })),
    toolCalls: thread.toolCalls.map(call =>
      plain({ ...call, use: call.use?.index, result: call.result?.index, headline: undefined, line: call.headline }),
    ),
    turns: thread.turns.map(turn => ({
      ...plain({ ...turn, prompt: turn.prompt?.index, answer: turn.answer?.index }),
      startedAt: turn.startedAt,
      endedAt: turn.endedAt,
      activeMs: turn.activeMs,
    })),
    segments: thread.segments.map(segment => plain({ ...segment })),
    forks: thread.forks.map(fork => plain({ ...fork })),
    facts: plain({ ...thread.facts }),
  }
}

function plain(value: object): { [name: string]: unknown } {
  return JSON.parse(JSON.stringify(value, replaceReference)) as { [name: string]: unknown }
}

function replaceReference(key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (key === 'call' || 'headline' in value) return 'id' in value ? `call ${value.id}` : value
  if ('index' in value && 'isRepeat' in value) return `entry ${value.index}`
  return value
}
