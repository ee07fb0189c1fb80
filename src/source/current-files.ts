import { statSync } from 'node:fs'
import { join } from 'node:path'
import { AGENT_PREFIX, isTranscriptName, listAgentFiles, statAgent, TRANSCRIPT_SUFFIX } from './agent-files.ts'
import { listFolder, statTranscript } from './list-folder.ts'
import { readSessionId } from './read-head.ts'
import type { SessionSource, SourceFile } from './session-source.ts'

/** Which session a flat `agent-*.jsonl` says it belongs to, by path: read once. */
export type AgentSessions = Map<string, string | undefined>

/** The session's files on disk as they are now, subagents that began meanwhile included. */
export function listCurrentFiles(source: SessionSource, agentSessions: AgentSessions): readonly SourceFile[] {
  const main = source.main?.path ?? join(source.folder, source.name + TRANSCRIPT_SUFFIX)
  const files: SourceFile[] = []
  const noNames = { agentId: undefined, metaPath: undefined, workflowId: undefined }
  const isAgent = !source.main && source.name.startsWith(AGENT_PREFIX)
  const mainFile = !isAgent && isFile(main) ? statTranscript(main, noNames, []) : undefined
  if (mainFile) files.push(mainFile)
  for (const file of listAgentFiles(source.companionFolder ?? join(source.folder, source.name), [])) files.push(file)
  const listing = listFolder(source.folder, []).files
  const names = new Set(listing)
  const known = new Set(source.agents.map(agent => agent.path))
  for (const name of listing) {
    if (!name.startsWith(AGENT_PREFIX) || !isTranscriptName(name)) continue
    const path = join(source.folder, name)
    if (agentSessions.get(path) === undefined) agentSessions.set(path, readSessionId(path))
    // One that says nothing yet is a session of its own, and whoever opened that goes on with it.
    if (agentSessions.get(path) !== source.id && !known.has(path)) continue
    const file = statAgent(source.folder, name, { names, workflowId: undefined, problems: [] })
    if (file) files.push(file)
  }
  return files
}

/** Out of reach counts as not there: the next look tells. */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  } catch {
    return false
  }
}
