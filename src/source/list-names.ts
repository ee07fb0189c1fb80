import { basename, join } from 'node:path'
import { AGENT_PREFIX, isTranscriptName, TRANSCRIPT_SUFFIX } from './agent-files.ts'
import { listFolder } from './list-folder.ts'
import type { Root } from './roots.ts'

/** As deep as sessions are looked for; what a link leads to is left out. */
const MAX_DEPTH = 10
const NOT_ENTERED: ReadonlySet<string> = new Set(['subagents', 'tool-results', 'node_modules', '.git'])

/** The names of all transcripts, each once, by listing folders alone: no file is opened. */
export function listNames(roots: readonly Root[]): readonly string[] {
  const names = new Set<string>()
  for (const root of roots) {
    if (root.isFile) names.add(basename(root.path, TRANSCRIPT_SUFFIX))
    else visit(root.path, 0)
  }
  return [...names]

  function visit(path: string, depth: number): void {
    const { files, folders } = listFolder(path, [])
    for (const name of files) {
      if (isTranscriptName(name) && !name.startsWith(AGENT_PREFIX)) names.add(basename(name, TRANSCRIPT_SUFFIX))
    }
    if (depth === MAX_DEPTH) return
    for (const { name, linkedTo } of folders) {
      if (linkedTo === undefined && !NOT_ENTERED.has(name)) visit(join(path, name), depth + 1)
    }
  }
}
