import type { ActionFilter } from '../../../../query/lookups/file-touches.ts'
import { type Period, PeriodField } from '../components/period.tsx'
import { ChoiceField, ProjectField } from '../components/scope-fields.tsx'
import { setQuery, useRoute } from '../router.ts'

const ACTIONS: readonly { readonly value: ActionFilter; readonly label: string }[] = [
  { value: 'change', label: 'changed' },
  { value: 'read', label: 'read' },
  { value: 'create', label: 'created' },
  { value: 'write', label: 'written' },
  { value: 'edit', label: 'edited' },
  { value: 'delete', label: 'deleted' },
]

export function readAction(text: string | null): ActionFilter | undefined {
  return ACTIONS.find(({ value }) => value === text)?.value
}

/** What of the history is shown. Without a file, reading does not count: then the files changed last are listed. */
export function FileFilters({ period, all }: { readonly period: Period; readonly all: string }) {
  const { query } = useRoute()
  return (
    <div class="fields file-filters">
      <PeriodField period={period} also={['open', 'n']} />
      <ChoiceField
        label="Action"
        all={all}
        value={readAction(query.get('action'))}
        choices={ACTIONS}
        onChange={action => setQuery({ action, open: undefined, n: undefined })}
      />
      <ProjectField
        value={query.get('project') ?? undefined}
        onChange={project => setQuery({ project, open: undefined, n: undefined })}
      />
    </div>
  )
}
