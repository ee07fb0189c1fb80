import { SessionLines } from './session-lines.ts'
import type { Shape, ShapeFiles } from './shape.ts'

/** Many agents, beside each other and below each other. */
export const AGENT_SHAPES: readonly Shape[] = [
  { name: 'agents', count: 500, make: count => withAgents(count, () => 'main', false) },
  { name: 'agents with descriptions', count: 500, make: count => withAgents(count, () => 'main', true) },
  {
    name: 'agents one below the other',
    count: 300,
    make: count => withAgents(count, at => (at === 0 ? 'main' : `a${at - 1}`), false),
  },
  {
    name: 'agents of nobody',
    count: 500,
    make(count) {
      const main = new SessionLines()
      main.prompt('Go on')
      const agents = new Map<string, SessionLines>()
      for (let at = 0; at < count; at++) agents.set(`a${at}`, agentLines(at))
      return { main, agents }
    },
  },
  {
    name: 'agents in the main transcript',
    count: 1000,
    make(count) {
      const main = new SessionLines()
      main.prompt('Send them out')
      for (let at = 0; at < count; at++) {
        call(main, at)
        const inner = new SessionLines({ agentId: `a${at}` })
        inner.prompt(`Look at pear ${at}`, { parentUuid: null })
        inner.says(`Pear ${at} is ripe.`)
        main.lines.push(...inner.lines)
      }
      return { main }
    },
  },
]

function withAgents(count: number, callerOf: (at: number) => string, hasMeta: boolean): ShapeFiles {
  const main = new SessionLines()
  main.prompt('Send them out')
  const agents = new Map<string, SessionLines>()
  const metas = new Map<string, object>()
  for (let at = 0; at < count; at++) {
    agents.set(`a${at}`, agentLines(at))
    call(agents.get(callerOf(at)) ?? main, at)
    if (hasMeta)
      metas.set(`a${at}`, { agentType: 'counter', description: `Look at pear ${at}`, toolUseId: `call${at}` })
  }
  return { main, agents, metas }
}

function agentLines(at: number): SessionLines {
  const lines = new SessionLines({ agentId: `a${at}` })
  lines.prompt(`Look at pear ${at}`)
  lines.says(`Pear ${at} is ripe.`)
  return lines
}

function call(lines: SessionLines, at: number): void {
  const input = { description: `Pear ${at}`, prompt: `Look at pear ${at}`, subagent_type: 'counter' }
  const more = { toolUseResult: { agentId: `a${at}`, status: 'completed', prompt: input.prompt, content: [] } }
  lines.call(`call${at}`, 'Task', input, { text: `Pear ${at} is ripe.`, more })
}
