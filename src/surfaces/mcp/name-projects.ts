import { listProjectsAt } from '../../query/projects-at.ts'
import { type Project, projectKeyOf } from '../../source/project.ts'
import type { Store } from '../../store/store.ts'
import { tellApart } from '../../text/tell-apart.ts'
import { oneLine } from './lines.ts'
import type { CallScope } from './world.ts'

/** What the projects of these places are called, each once and by a name that is not that of another, or of the one that asks. */
export function nameProjects(
  store: Store,
  places: readonly { readonly projectPath: string }[],
  { project: own }: CallScope,
): readonly string[] {
  const found = listProjectsAt(
    store,
    places.map(({ projectPath }) => projectPath),
  )
  const isListed = own === undefined || found.some(project => projectKeyOf(project) === projectKeyOf(own))
  const all = isListed ? found : [...found, own]
  return tellApart(all.map(toNamed))
    .slice(0, found.length)
    .map(name => oneLine(name, 60))
}

function toNamed({ name, path, remote }: Project) {
  return { name, place: remote ?? path }
}
