import { join } from 'node:path'
import { listFolder, statTranscript } from './list-folder.ts'
import type { SourceProblem } from './problem.ts'
import type { SourceFile } from './session-source.ts'

export const AGENT_PREFIX = 'agent-'
export const TRANSCRIPT_SUFFIX = '.jsonl'
/** Logs of the client's own with the same ending: a workflow's journal, and every prompt ever typed. */
export const NOT_TRANSCRIPTS: ReadonlySet<string> = new Set(['journal.jsonl', 'history.jsonl'])
/** `subagents/workflows/wf_<id>/`, and room for one more level. */
const MAX_DEPTH = 4

/** Subagent transcripts of the new layout, below `<session>/subagents/`. */
export function listAgentFiles(companionFolder: string, problems: SourceProblem[]): readonly SourceFile[] {
  const found: SourceFile[] = []
  walk(join(companionFolder, 'subagents'), undefined, 0)
  return found

  function walk(folder: string, workflowId: string | undefined, depth: number): void {
    const { files, links, folders } = listFolder(folder, depth === 0 ? [] : problems)
    const names = new Set(files)
    for (const name of files) {
      // What a link leads to belongs to somebody else.
      if (links.has(name)) continue
      const file = isTranscriptName(name) && statAgent(folder, name, { names, workflowId, problems })
      if (file) found.push(file)
    }
    if (depth === MAX_DEPTH) return
    for (const { name, path, linkedTo } of folders) {
      // A link cannot lead round in circles when it is not followed, and the client makes none here.
      if (linkedTo === undefined) walk(path, name.startsWith('wf_') ? name : workflowId, depth + 1)
    }
  }
}

export function isTranscriptName(name: string): boolean {
  return name.endsWith(TRANSCRIPT_SUFFIX) && !NOT_TRANSCRIPTS.has(name)
}

/** The name of a transcript without its ending. */
export function stemOf(name: string): string {
  return name.endsWith(TRANSCRIPT_SUFFIX) ? name.slice(0, -TRANSCRIPT_SUFFIX.length) : name
}

export function statAgent(
  folder: string,
  name: string,
  context: { names: ReadonlySet<string>; workflowId: string | undefined; problems: SourceProblem[] },
): SourceFile | undefined {
  const stem = stemOf(name)
  const agentId = stem.startsWith(AGENT_PREFIX) ? stem.slice(AGENT_PREFIX.length) : stem
  const meta = `${stem}.meta.json`
  const metaPath = context.names.has(meta) ? join(folder, meta) : undefined
  return statTranscript(join(folder, name), { agentId, metaPath, workflowId: context.workflowId }, context.problems)
}
