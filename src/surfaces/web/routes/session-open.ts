import { z } from 'zod'
import { readMarks } from '../../../archive/marks.ts'
import type { Library } from '../../../query/library.ts'
import type { LiveStatus } from '../../../query/live/live-status.ts'
import { findOwnConfig, formatResumeCall, isResumable, resumeCall } from '../../../query/resume-call.ts'
import { nameSources } from '../../../query/short-ids.ts'
import { findWorkingFolder } from '../../../query/working-folder.ts'
import { buildSessionIndex, type SessionIndex } from '../../../render/view/session-index.ts'
import { pathOf, type SessionSource } from '../../../source/session-source.ts'
import { defineRoute } from '../define-route.ts'
import { LocalFolders } from '../local-folder.ts'
import type { World } from '../world.ts'
import { openDesk } from './session-desk.ts'

/** Everything about a session but its rows. */
export interface OpenSession {
  readonly schema: 'backscroll.open-session/1'
  readonly id: string
  /** What a person types to name it. */
  readonly shortId: string
  /** Counts up with each change. */
  readonly version: number
  readonly status: LiveStatus
  /** The client's own file is gone: this comes from the archive. */
  readonly isKeptOnly: boolean
  readonly path: string
  /** How to go on with it; undefined where the client cannot. */
  readonly resume: SessionResume | undefined
  readonly isPinned: boolean
  readonly tags: readonly string[]
  /** With some of the turns: see `from` and `limit`. */
  readonly index: SessionIndex
}

export interface SessionResume {
  /** What a person would type. */
  readonly command: string
  readonly cwd: string
  /** The client goes on only in the folder it was started in. */
  readonly isFolderThere: boolean
}

const USUAL_TURNS = 2000
const MAX_TURNS = 5000

export const sessionOpenRoute = defineRoute({
  method: 'GET',
  path: '/sessions/:id',
  summary: 'A session without its rows: numbers, turns, agents, how it is doing',
  answer: 'OpenSession',
  query: z.object({
    from: z.coerce.number().int().min(0).max(999_999_999).default(0).describe('Only turns from this one on'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_TURNS)
      .default(USUAL_TURNS)
      .describe('At most so many turns; `index.hasMore` says whether others follow'),
  }),
  async run(world, { params, query }): Promise<OpenSession> {
    const { loaded, reading, version, prepared } = await openDesk(world, params.id ?? '')
    const { source, session } = loaded
    const { shortId, resume } = await world.askLibrary(library => nameIn(library, source, world))
    const isFolderThere = resume !== undefined && (await foldersOf(world).isThere(resume.cwd))
    return {
      schema: 'backscroll.open-session/1',
      id: session.id,
      shortId,
      version,
      status: reading.status,
      isKeptOnly: reading.isKeptOnly,
      path: pathOf(source),
      resume: resume && { ...resume, isFolderThere },
      ...marksOf(world, session.id),
      index: buildSessionIndex(prepared, query),
    }
  },
})

interface SessionNames {
  readonly shortId: string
  readonly resume: Omit<SessionResume, 'isFolderThere'> | undefined
}

function marksOf({ keepDir }: World, id: string): Pick<OpenSession, 'isPinned' | 'tags'> {
  const marks = readMarks(keepDir)
  return { isPinned: marks.isPinned(id), tags: marks.tagsOf(id) }
}

const folders = new WeakMap<World, LocalFolders>()

function foldersOf(world: World): LocalFolders {
  const known = folders.get(world) ?? new LocalFolders(() => world.now())
  folders.set(world, known)
  return known
}

/** A session that grows asks again and again, and only another look at the disk changes these. */
const known = new WeakMap<Library, Map<string, SessionNames>>()

function nameIn(library: Library, source: SessionSource, world: World): SessionNames {
  const path = pathOf(source)
  const names = known.get(library) ?? new Map<string, SessionNames>()
  known.set(library, names)
  const found = names.get(path) ?? findNames(library, source, world)
  names.set(path, found)
  return found
}

function findNames(library: Library, source: SessionSource, world: World): SessionNames {
  // A library may have looked at the disk since: the same session is known by its path.
  const own = library.sources.find(other => pathOf(other) === pathOf(source)) ?? source
  const folder = isResumable(own) ? findWorkingFolder(library, own) : undefined
  return {
    shortId: nameSources(library.sources).get(own) ?? source.id,
    resume: folder === undefined ? undefined : resumeOf(world, own, folder),
  }
}

/** What `backscroll resume` would run; where it would restore the session first, that command itself. */
function resumeOf(world: World, source: SessionSource, cwd: string): SessionNames['resume'] {
  const config = findOwnConfig(world, source)
  if (config === undefined) return { command: `${world.commandName} resume ${source.name}`, cwd }
  const call = resumeCall(world, { folder: cwd, id: source.name }, config)
  return { command: formatResumeCall(world.roots.platform, call), cwd }
}
