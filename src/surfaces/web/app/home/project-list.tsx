import type { HomeReport } from '../../../../query/home/home-report.ts'
import { formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { hrefTo } from '../router.ts'

const MAX_SHOWN = 8

/** Projects, last active first. */
export function ProjectList({ projects }: Pick<HomeReport, 'projects'>) {
  if (projects.length < 2) return null
  return (
    <section aria-labelledby="projects">
      <h2 id="projects">Projects</h2>
      <ul class="home-list">
        {projects.slice(0, MAX_SHOWN).map(project => (
          <li key={project.project}>
            <a
              class="home-name"
              href={hrefTo('/sessions', { project: project.project })}
              title={sanitizeLine(project.project)}
            >
              {sanitizeLine(project.name)}
            </a>
            <span class="quiet number">{formatNumberOf(project.sessions, 'session')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
