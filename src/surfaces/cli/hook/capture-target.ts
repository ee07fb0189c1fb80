import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { AGENT_PREFIX, TRANSCRIPT_SUFFIX } from '../../../source/agent-files.ts'
import { readHead } from '../../../source/read-head.ts'
import type { Root } from '../../../source/roots.ts'
import { UserError } from '../../../user-error.ts'
import type { CaptureRequest } from './pending.ts'

/** The one session that is to be kept: where it is, as a sync would name it. */
export interface CaptureTarget {
  readonly root: Root
  /** The project folder. */
  readonly folder: string
  readonly name: string
  /** Its main transcript. */
  readonly path: string
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const HEAD_BYTES = 64 * 1024

/**
 * A transcript of the client stands in `<its folder>/projects/<project>/<session>.jsonl`, wherever that folder is; nothing
 * else is ever kept. Undefined where nothing was written into it yet; throws where it is none, or is gone. A folder that
 * is one of `roots` under another name is that root, so that the session is not kept twice.
 */
export function findTarget(
  request: Pick<CaptureRequest, 'transcriptPath' | 'sessionId'>,
  roots: readonly Root[],
): CaptureTarget | undefined {
  const place = findPlace(request)
  const projects = place && dirname(place.folder)
  if (!place || !projects || basename(projects) !== 'projects') throw refuse(request)
  if (lstatSync(request.transcriptPath).size === 0) return undefined
  if (!isTranscript(request.transcriptPath)) throw refuse(request)
  const realFolder = realpathSync(place.folder)
  const root = roots.find(({ realPath, isFile }) => !isFile && isInside(realFolder, realPath))
  const folder = root ? join(root.path, relative(root.realPath, realFolder)) : place.folder
  const { name } = place
  return { root: root ?? openRoot(projects), folder, name, path: join(folder, name + TRANSCRIPT_SUFFIX) }
}

/** Also of a subagent's transcript: below the session's own folder, or, as older clients wrote it, beside the session. */
function findPlace({
  transcriptPath,
  sessionId = '',
}: Pick<CaptureRequest, 'transcriptPath' | 'sessionId'>):
  | { readonly folder: string; readonly name: string }
  | undefined {
  const file = basename(transcriptPath)
  if (!file.endsWith(TRANSCRIPT_SUFFIX)) return undefined
  const stem = file.slice(0, -TRANSCRIPT_SUFFIX.length)
  const folder = dirname(transcriptPath)
  if (UUID.test(stem)) return { folder, name: stem }
  if (!stem.startsWith(AGENT_PREFIX)) return undefined
  for (let above = folder; dirname(above) !== above; above = dirname(above)) {
    const isCompanion = UUID.test(basename(above)) && basename(dirname(dirname(above))) === 'projects'
    if (isCompanion) return { folder: dirname(above), name: basename(above) }
  }
  return UUID.test(sessionId) ? { folder, name: sessionId } : undefined
}

/** A file, not a link to one, with lines as the client writes them. Throws where there is none. */
function isTranscript(path: string): boolean {
  if (!lstatSync(path).isFile()) return false
  const { entries, text } = readHead(path, HEAD_BYTES)
  // A first line may be longer than what is looked at.
  return entries.some(({ json }) => typeof json?.type === 'string') || /^\s*\{.*"sessionId":"/.test(text)
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function openRoot(projects: string): Root {
  return {
    path: projects,
    realPath: realpathSync(projects),
    isFile: false,
    configPath: dirname(projects),
    from: 'named',
  }
}

function refuse({ transcriptPath }: Pick<CaptureRequest, 'transcriptPath'>): UserError {
  return new UserError({
    code: 'no-transcript',
    message: `${transcriptPath} is not a transcript of Claude Code, and was not kept`,
    hint: 'Look at the settings of Claude Code: only its own hooks may run `backscroll hook`.',
  })
}
