import type { Project } from '../../../source/project.ts'
import { NO_PLACE, type OpenCut, type UsageCut } from './cut.ts'
import { nameProjects } from './named-projects.ts'
import { openRowSessions } from './row-sessions.ts'

export const branches: UsageCut = {
  name: 'branches',
  aliases: ['branch'],
  summary: 'By git branch, in each project',
  title: 'BRANCH',
  isByTime: false,
  needsIndex: false,
  needsRequests: false,
  none: '(no branch)',
  open({ groups }) {
    const projectOf = nameProjects(groups)
    const rows = new BranchRows()
    const keyOf: OpenCut['keyOf'] = ({ branch }, session) =>
      branch === '' ? NO_PLACE : rows.keyOf(projectOf(session), branch)
    const sessionsOf = openRowSessions(groups, keyOf)
    return {
      keyOf,
      describe(key) {
        const { project, branch } = rows.get(key)
        const about = {
          project: project.name,
          projectPath: project.path,
          branch,
          sessions: sessionsOf(key)?.count ?? 0,
        }
        return { label: branch, about }
      },
      // Many projects have a `main`.
      isCalled(key, text) {
        const { project, branch } = rows.get(key)
        return `${project.name}:${branch}`.toLowerCase() === text
      },
    }
  },
}

interface BranchRow {
  readonly project: Project
  readonly branch: string
}

/** A key is put together once for each row, not for each request. */
class BranchRows {
  private readonly keys = new Map<string, Map<string, string>>()
  private readonly rows = new Map<string, BranchRow>()

  keyOf(project: Project, branch: string): string {
    return this.keys.get(project.path)?.get(branch) ?? this.add(project, branch)
  }

  get(key: string): BranchRow {
    return this.rows.get(key) as BranchRow
  }

  private add(project: Project, branch: string): string {
    const key = `${project.path}:${branch}`
    const known = this.keys.get(project.path)
    if (known) known.set(branch, key)
    else this.keys.set(project.path, new Map([[branch, key]]))
    this.rows.set(key, { project, branch })
    return key
  }
}
