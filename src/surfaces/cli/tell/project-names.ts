import { tellApart } from '../../../text/tell-apart.ts'

interface OfProject {
  readonly project: string
  readonly projectPath: string
}

/** Two folders of one name are told apart by where they are. */
export function nameProjects(projects: readonly { readonly name: string; readonly path: string }[]): readonly string[] {
  return tellApart(projects.map(({ name, path }) => ({ name: name || path, place: path })))
}

/** The same for lines of a list, each of which is of a project. */
export function createProjectNames(all: readonly OfProject[]): (one: OfProject) => string {
  const known = [...new Map(all.map(({ project, projectPath }) => [projectPath, project]))]
  const names = nameProjects(known.map(([path, name]) => ({ name, path })))
  const byPath = new Map(known.map(([path], at) => [path, names[at] ?? '']))
  return ({ project, projectPath }) => byPath.get(projectPath) ?? project
}
