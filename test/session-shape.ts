import type { Session, Thread } from '../src/model/session.ts'

/** All of a session that is no text. */
export function shapeOf(session: Session): { readonly requests: readonly unknown[]; readonly [part: string]: unknown } {
  return {
    times: [session.startedAt, session.endedAt, session.activeMs],
    titleFrom: session.title.from,
    kinds: [...session.kindCounts].sort(),
    usage: session.usage,
    requests: session.requests.map(({ tokens, at }) => [tokens, at.file, at.line, at.isSidechain]),
    links: session.links.map(({ kind }) => kind),
    main: threadShape(session.main),
    agents: session.agents.map(agent => ({
      parent: agent.parent && session.agents.indexOf(agent.parent),
      children: agent.children.map(child => session.agents.indexOf(child)),
      isCalled: agent.call !== undefined,
      // How one ended of which only the result is left, stands in a text, with its id.
      status: agent.storedAs === 'result-only' ? undefined : agent.status,
      purpose: agent.purpose,
      storedAs: agent.storedAs,
      thread: threadShape(agent.thread),
    })),
  }
}

function threadShape(thread: Thread): unknown {
  const { entries, messages, toolCalls, turns, segments, forks } = thread
  return {
    entries: entries.map(({ uuid, ...entry }) => ({
      ...entry,
      hasUuid: uuid !== undefined,
      active: thread.isActive(entries[entry.index] as never),
    })),
    messages: messages.map(message => message.entries.map(({ index }) => index)),
    calls: toolCalls.map(({ use, result, status }) => [use?.index, result?.index, status]),
    turns: turns.map(({ text, prompt, answer, starts, ...turn }) => ({
      ...turn,
      starts: starts.map(({ origin }) => origin),
      prompt: prompt?.index,
      answer: answer?.index,
    })),
    segments: segments.map(({ first, knownBy, preTokens }) => ({ first, knownBy, preTokens })),
    forks: forks.map(({ at, sides }) => [at?.index, sides.length]),
  }
}
