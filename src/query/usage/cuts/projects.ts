import type { Project } from '../../../source/project.ts'
import type { OpenCut, UsageCut } from './cut.ts'
import { nameProjects } from './named-projects.ts'
import { openRowSessions } from './row-sessions.ts'

export const projects: UsageCut = {
  name: 'projects',
  aliases: ['project'],
  summary: 'By project: a repository with its worktrees and clones, or a folder',
  title: 'PROJECT',
  isByTime: false,
  needsIndex: false,
  needsRequests: false,
  none: '(no project)',
  open({ groups }) {
    const projectOf = nameProjects(groups)
    // One folder may have had no remote at first: it is the same project for people.
    const byPath = new Map<string, Project>()
    for (const { session } of groups) {
      const project = projectOf(session)
      if (byPath.get(project.path)?.remote === undefined) byPath.set(project.path, project)
    }
    const keyOf: OpenCut['keyOf'] = (_fact, session) => projectOf(session).path
    const sessionsOf = openRowSessions(groups, keyOf)
    return {
      keyOf,
      describe(key) {
        const { name, remote } = byPath.get(key) as Project
        return { label: name || key, about: { remote: remote ?? null, sessions: sessionsOf(key)?.count ?? 0 } }
      },
    }
  },
}
