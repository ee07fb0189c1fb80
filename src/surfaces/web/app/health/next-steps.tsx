import type { DoctorReport } from '../../../../query/doctor.ts'
import type { IndexState, KeepStatus } from '../../../../query/status.ts'
import { useAbout } from '../about.ts'
import { CopyCommand } from '../components/copy-command.tsx'

interface Step {
  readonly says: string
  /** Behind the name of the program. */
  readonly command: string
}

/** What somebody can do about it, as commands to copy; nothing where nothing is to be done. */
export function NextSteps({
  report,
  status,
}: {
  readonly report: DoctorReport
  readonly status: KeepStatus | undefined
}) {
  const command = useAbout()?.commandName ?? 'backscroll'
  const steps = listSteps(report, status)
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="next">
      <h2 id="next">Next steps</h2>
      <ul class="steps">
        {steps.map(step => (
          <li key={step.command}>
            <span>{step.says}</span>
            <CopyCommand command={`${command} ${step.command}`} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const INDEX_STEPS: { readonly [State in IndexState]?: string } = {
  behind: 'sync',
  older: 'sync',
  missing: 'sync',
  newer: 'reindex',
  damaged: 'reindex',
}

function listSteps(report: DoctorReport, status: KeepStatus | undefined): readonly Step[] {
  const steps: Step[] = []
  const forIndex = status && INDEX_STEPS[status.index.state]
  if (forIndex === 'reindex') steps.push({ says: 'Make the index anew from the archive', command: 'reindex' })
  if (forIndex === 'sync' || (status?.sessions.notKept ?? 0) > 0 || status?.isUnfinished) {
    steps.push({ says: 'Keep what is new', command: 'sync' })
  }
  if ((status?.damagedFiles ?? 0) > 0) steps.push({ says: 'See what is damaged in the archive', command: 'verify' })
  if (!report.isClean) steps.push({ says: 'Get the whole report as JSON', command: 'doctor --json' })
  return steps
}
