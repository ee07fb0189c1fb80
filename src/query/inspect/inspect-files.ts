import type { FileTouch } from '../../model/facts/facts.ts'
import type { Session } from '../../model/session.ts'
import { inTimeOrder, listThreads, placeOfCall, type Range, type SessionThread } from './session-threads.ts'

/** Every file that a session read or changed: the changed ones first, both by path. */
export interface InspectFiles {
  readonly schema: 'backscroll.inspect-files/1'
  /** Folder that the session began in. */
  readonly cwd: string | undefined
  readonly files: readonly TouchedFile[]
  /** Number of the first one here. */
  readonly from: number
  readonly total: number
  /** Of those, changed. They come first. */
  readonly changed: number
  /** Lines, in all files. */
  readonly added: number
  readonly removed: number
}

export interface TouchedFile {
  readonly path: string
  readonly reads: number
  /** Written whole, new files included. */
  readonly writes: number
  readonly edits: number
  readonly added: number
  readonly removed: number
  /** Turns of the main conversation; undefined where no call accounts for the agents that did it. */
  readonly firstTurn: number | undefined
  readonly lastTurn: number | undefined
  /** Ids of agents that read or changed it, in the order they began. */
  readonly agents: readonly string[]
  /** The main conversation did, too. */
  readonly isInMain: boolean
  readonly isNew: boolean
  readonly isDeleted: boolean
  /** The person changed what was proposed before accepting it. */
  readonly isUserModified: boolean
  /** A shell command changed it, as the client found out. */
  readonly isByShell: boolean
}

export function inspectFiles(session: Session, { from, limit }: Range): InspectFiles {
  const files = [...groupTouches(session)].map(([path, touches]) => describeFile(path, touches))
  files.sort((a, b) => Number(isChanged(b)) - Number(isChanged(a)) || (a.path < b.path ? -1 : 1))
  return {
    schema: 'backscroll.inspect-files/1',
    cwd: session.cwds[0],
    files: files.slice(from, from + limit),
    from,
    total: files.length,
    changed: files.filter(isChanged).length,
    added: files.reduce((sum, { added }) => sum + added, 0),
    removed: files.reduce((sum, { removed }) => sum + removed, 0),
  }
}

/** What was done to a file, and by whom. */
export interface PlacedTouch {
  readonly touch: FileTouch
  readonly by: SessionThread
  readonly turn: number | undefined
}

function groupTouches(session: Session): ReadonlyMap<string, readonly PlacedTouch[]> {
  const byPath = new Map<string, PlacedTouch[]>()
  for (const by of listThreads(session)) {
    for (const touch of by.thread.facts.files) {
      const placed = { touch, by, turn: placeOfCall(by, touch.call).turn }
      const others = byPath.get(touch.path)
      if (others) others.push(placed)
      else byPath.set(touch.path, [placed])
    }
  }
  return byPath
}

/** Of one file, in the order in which it happened. */
export function listTouches(session: Session, path: string): readonly PlacedTouch[] {
  return inOrder(groupTouches(session).get(path) ?? [])
}

function inOrder(placed: readonly PlacedTouch[]): readonly PlacedTouch[] {
  return inTimeOrder(
    placed,
    ({ by }) => by,
    ({ touch: { call } }) => call.result?.at ?? call.use?.at,
  )
}

function describeFile(path: string, placed: readonly PlacedTouch[]): TouchedFile {
  const touches = inOrder(placed).map(({ touch }) => touch)
  const changes = touches.filter(({ action }) => action !== 'read')
  const count = (...actions: FileTouch['action'][]): number =>
    touches.filter(({ action }) => actions.includes(action)).length
  const turns = placed.flatMap(({ turn }) => (turn === undefined ? [] : [turn]))
  return {
    path,
    reads: count('read'),
    writes: count('create', 'write'),
    edits: count('edit'),
    added: touches.reduce((sum, { added }) => sum + added, 0),
    removed: touches.reduce((sum, { removed }) => sum + removed, 0),
    firstTurn: turns.length === 0 ? undefined : Math.min(...turns),
    lastTurn: turns.length === 0 ? undefined : Math.max(...turns),
    agents: [...new Set(placed.flatMap(({ by }) => (by.agent ? [by.agent.id] : [])))],
    isInMain: placed.some(({ by }) => by.agent === undefined),
    isNew: changes[0]?.action === 'create',
    isDeleted: changes.at(-1)?.action === 'delete',
    isUserModified: touches.some(({ isUserModified }) => isUserModified),
    isByShell: touches.some(isByShell),
  }
}

const FILE_TOOLS = new Set(['Edit', 'MultiEdit', 'NotebookEdit', 'NotebookRead', 'Read', 'Write'])

/** Tools that are not about a file leave a touch only where the client compared files before and after. */
export function isByShell({ call, action }: FileTouch): boolean {
  return action !== 'read' && !FILE_TOOLS.has(call.name)
}

function isChanged({ writes, edits, isDeleted }: TouchedFile): boolean {
  return writes + edits > 0 || isDeleted
}
