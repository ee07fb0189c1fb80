import type { HomeReport } from '../../../../query/home/home-report.ts'
import { useApi } from '../api.ts'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'
import { DemoNote, HowToBegin } from './begin.tsx'
import { DayList } from './day-list.tsx'
import { Expiring } from './expiring.tsx'
import { LiveNow } from './live-now.tsx'
import { ProjectList } from './project-list.tsx'
import { TotalsLine } from './totals-line.tsx'
import { UsageGlance } from './usage-glance.tsx'

/** What there is, at one glance. It is drawn anew in place when something was kept. */
export function View() {
  const { data, error, reload } = useApi<HomeReport>('/home', {}, { refetchOn: 'index' })
  return (
    <div class="page home">
      <div class="page-head">
        <h1>Home</h1>
        {data && !data.isEmpty ? <TotalsLine report={data} /> : null}
      </div>
      <DemoNote />
      {error ? <ErrorBox error={error} retry={reload} /> : null}
      {data ? <HomeContent report={data} /> : error ? null : <Loading text="Reading your sessions" />}
    </div>
  )
}

function HomeContent({ report }: { readonly report: HomeReport }) {
  if (report.isEmpty) return <HowToBegin report={report} />
  return (
    <div class="home-grid">
      <div class="home-live">
        <LiveNow live={report.live} liveCount={report.liveCount} />
      </div>
      <div class="home-usage">
        <UsageGlance usage={report.usage} />
      </div>
      <div class="home-days">
        <DayList days={report.days} today={report.today} />
      </div>
      <div class="home-side">
        <Expiring report={report} />
        <ProjectList projects={report.projects} />
      </div>
    </div>
  )
}
