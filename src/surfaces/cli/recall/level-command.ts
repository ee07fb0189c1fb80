import { findProject, type Project } from '../../../source/project.ts'
import { quoteForShell } from '../../../text/quote-for-shell.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import type { App } from '../app.ts'

/** What to type to set the level of a project, from where one is. */
export function levelCommand(app: App, project: Project, level: string): string {
  const isHere = findProject(app.cwd).path === project.path
  const place = isHere ? '' : ` --project ${quoteForShell(sanitizeLine(project.path))}`
  return `${app.commandName} recall --level ${level}${place}`
}
