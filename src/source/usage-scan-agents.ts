import type { Agent } from '../model/session.ts'
import type { RequestPlace } from '../model/usage/request.ts'

type ThreadName = Pick<RequestPlace, 'file' | 'agentId'>

/**
 * The names of a session's agents, as the index has them: where one id has several threads, the first keeps it and the
 * others become `id~2`, `id~3` …: those with a file of their own before the others, then by file.
 */
export function nameAgents(agents: readonly (ThreadName & Pick<Agent, 'storedAs'>)[]): (thread: ThreadName) => string {
  const names = new Map<string, string>()
  const taken = new Set<string>([''])
  const sorted = agents.toSorted((a, b) => STORAGE.indexOf(a.storedAs) - STORAGE.indexOf(b.storedAs) || a.file - b.file)
  for (const { file, agentId } of sorted) {
    const id = (agentId ?? '').toWellFormed()
    let name = id
    for (let count = 2; taken.has(name); count++) name = `${id}~${count}`
    taken.add(name)
    names.set(`${file} ${agentId}`, name)
  }
  return ({ file, agentId }) => (agentId === undefined ? '' : (names.get(`${file} ${agentId}`) ?? agentId))
}

const STORAGE: readonly Agent['storedAs'][] = ['file', 'in-main-file', 'progress-copies']
