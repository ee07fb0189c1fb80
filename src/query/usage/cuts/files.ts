import type { Store } from '../../../store/store.ts'
import type { RowAbout } from '../usage-report.ts'
import type { UsageSession } from '../usage-source.ts'
import { type CallPlace, openCallers } from './calls-in-scope.ts'
import { type CutWorld, NO_PLACE, type OpenCut, type UsageCut } from './cut.ts'
import { openRowSessions } from './row-sessions.ts'
import { lookUpShown } from './shown-rows.ts'

/** A request belongs in equal parts to the files that its calls read or changed. */
export const files: UsageCut = {
  name: 'files',
  aliases: ['file'],
  summary: 'By file: requests that read or changed it',
  title: 'FILE',
  isByTime: false,
  needsIndex: true,
  needsRequests: true,
  none: '(no file)',
  open(world) {
    const keyOf: OpenCut['keyOf'] = ({ paths }) => (paths.length > 1 ? paths : (paths[0] ?? NO_PLACE))
    const sessionsOf = openRowSessions(world.groups, keyOf)
    const touchesOf = openTouches(world)
    return {
      keyOf,
      describe(key) {
        const session = sessionsOf(key)?.first
        const about = { project: session?.project.name ?? null, projectPath: session?.project.path ?? null }
        return { label: labelOf(key, session), about: { ...about, ...(touchesOf(key) ?? NOTHING) } }
      },
    }
  },
}

const NOTHING = { reads: 0, changes: 0 }

/** Without the project's folder, where the file lies in it. Paths stay as they were recorded, also those of Windows. */
function labelOf(path: string, session: UsageSession | undefined): string {
  const folder = session?.project.path.replace(/[\\/]+$/, '')
  const isInside =
    folder !== undefined && folder !== '' && path.startsWith(folder) && /^[\\/]./.test(path.slice(folder.length))
  return isInside ? path.slice(folder.length + 1) : path
}

interface Touch extends CallPlace {
  readonly path: string
  readonly action: string
}

/** How many requests of the report read a file, and how many changed it. */
function openTouches(world: CutWorld): (path: string) => RowAbout | undefined {
  const store = world.store as Store
  const callerOf = openCallers(world)
  const count = (touches: readonly Touch[]): RowAbout => {
    const seen = { reads: new Set<object>(), changes: new Set<object>() }
    for (const touch of touches) {
      const fact = callerOf(touch)
      if (fact?.paths.includes(touch.path)) seen[touch.action === 'read' ? 'reads' : 'changes'].add(fact)
    }
    return { reads: seen.reads.size, changes: seen.changes.size }
  }
  return lookUpShown({
    one: path =>
      count(store.all(`${TOUCHES} WHERE base_name = ? AND path = ?`, [baseNameOf(path), path]) as unknown as Touch[]),
    all() {
      const byPath = Map.groupBy(store.all(TOUCHES) as unknown as Touch[], ({ path }) => path)
      return new Map([...byPath].map(([path, touches]) => [path, count(touches)]))
    },
  })
}

const TOUCHES = 'SELECT session, agent, at, path, action FROM file_touches'

/** As in the column of that name: it has an index. */
function baseNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
}
