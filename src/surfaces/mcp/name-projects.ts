import { listProjectsAt } from '../../query/projects-at.ts'
import type { Store } from '../../store/store.ts'
import { oneLine } from './lines.ts'

/** What the projects of these places are called, one name for each project: two may be called the same. */
export function nameProjects(store: Store, places: readonly { readonly projectPath: string }[]): readonly string[] {
  const paths = places.map(({ projectPath }) => projectPath)
  return listProjectsAt(store, paths).map(({ name }) => oneLine(name, 60))
}
