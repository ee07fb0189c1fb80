import type { Root } from './roots.ts'

/** One session, on disk or kept: its transcript files and where its companions are. */
export interface SessionSource {
  /** The file's name where that is a UUID, else the `sessionId` its lines give, else the name. */
  readonly id: string
  /** The transcript's name without `.jsonl`; its companion folder has the same. */
  readonly name: string
  readonly root: Root
  /** The project folder it stands in. */
  readonly folder: string
  /** Undefined where only subagents or other companions are left. */
  readonly main: SourceFile | undefined
  readonly agents: readonly SourceFile[]
  /** `<folder>/<name>/`, where there is one. */
  readonly companionFolder: string | undefined
  /** Set where its files are read from the archive; paths, sizes and times are those they had on disk. */
  readonly kept?: KeptPlace | undefined
}

export interface KeptPlace {
  /** Its number in the archive. */
  readonly session: number
  /** The client's own file no longer exists. */
  readonly isGone: boolean
}

/** A transcript file as it was when it was listed. */
export interface SourceFile {
  readonly path: string
  readonly sizeBytes: number
  readonly mtimeMs: number
  /** Device and inode: the same file reached by two paths has the same. */
  readonly identity: string
  /** From `agent-<id>.jsonl`; undefined for a main transcript. */
  readonly agentId: string | undefined
  readonly metaPath: string | undefined
  /** Name of the folder below `workflows/`. */
  readonly workflowId: string | undefined
}

/** The main transcript first. The position in this list is what the model calls `file`. */
export function listFiles(source: Pick<SessionSource, 'main' | 'agents'>): readonly SourceFile[] {
  return source.main ? [source.main, ...source.agents] : source.agents
}

export function sizeBytesOf(source: SessionSource): number {
  return listFiles(source).reduce((sum, file) => sum + file.sizeBytes, 0)
}

/** When the client last wrote to it, by the clock of the file system; undefined without any transcript file. */
export function changedAtOf(source: SessionSource): number | undefined {
  const times = listFiles(source).map(file => file.mtimeMs)
  return times.length > 0 ? times.reduce((latest, time) => Math.max(latest, time)) : undefined
}

/** The path that names the session to a person. */
export function pathOf(source: SessionSource): string {
  return source.main?.path ?? source.companionFolder ?? source.agents[0]?.path ?? source.folder
}
