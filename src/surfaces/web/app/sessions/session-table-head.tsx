// biome-ignore-all lint/a11y/useSemanticElements: lines are windowed and laid out as a grid, which takes their meaning from table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: a line is no control; what is in it is
import type { SessionSort } from '../../../../query/home/session-page.ts'
import { setQuery } from '../router.ts'

const COLUMNS: readonly { readonly name: string; readonly text: string; readonly sort?: SessionSort }[] = [
  { name: 'title', text: 'Title' },
  { name: 'project', text: 'Project' },
  { name: 'branch', text: 'Branch' },
  { name: 'turns', text: 'Turns', sort: 'turns' },
  { name: 'tokens', text: 'Tokens', sort: 'tokens' },
  { name: 'cost', text: 'Cost', sort: 'cost' },
  { name: 'active', text: 'Active', sort: 'duration' },
  { name: 'last', text: 'Last', sort: 'recent' },
]

/** Names of the columns; numbers sort by a click, the largest first. */
export function SessionTableHead({ sort }: { readonly sort: SessionSort }) {
  return (
    <div role="rowgroup" class="session-head">
      <div role="row" class="session-line" aria-rowindex={1}>
        {COLUMNS.map(column => (
          <div
            key={column.name}
            role="columnheader"
            class={`cell-${column.name}`}
            aria-sort={column.sort === sort ? 'descending' : undefined}
          >
            {column.sort === undefined ? column.text : <SortButton column={column} isOn={column.sort === sort} />}
          </div>
        ))}
        <div role="columnheader" class="cell-marks">
          <span class="sr">Pin and tags</span>
        </div>
      </div>
    </div>
  )
}

interface SortButtonProps {
  readonly column: { readonly text: string; readonly sort?: SessionSort }
  readonly isOn: boolean
}

function SortButton({ column, isOn }: SortButtonProps) {
  const change = (): void => setQuery({ sort: column.sort === 'recent' ? undefined : column.sort })
  return (
    <button type="button" class="session-sort" onClick={change}>
      {column.text}
      <span aria-hidden="true">{isOn ? ' ↓' : ''}</span>
    </button>
  )
}
