import { useId, useState } from 'preact/hooks'
import { formatInteger } from '../../../../text/count.ts'

interface FindingTableProps {
  readonly title: string
  readonly note: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Columns of numbers, and of names and paths. */
  readonly numbers?: readonly number[]
  readonly code?: readonly number[]
  /** Of all there are, where not all are listed. */
  readonly total?: number
}

const FEW = 12

/** One kind of finding; the first few rows until somebody wants more. Nothing where there are none. */
export function FindingTable({
  title,
  note,
  columns,
  rows,
  numbers = [],
  code = [],
  total = rows.length,
}: FindingTableProps) {
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  if (rows.length === 0) return null
  const shown = isWhole ? rows : rows.slice(0, FEW)
  const nameOf = (column: number): string | undefined => (numbers.includes(column) ? 'is-number' : undefined)
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="section-note">{note}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <div class="table-scroll" tabIndex={0}>
        <table class="table">
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={column} scope="col" class={nameOf(at)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(row => (
              <tr key={row.join('\n')}>
                {row.map((text, at) => (
                  <td key={columns[at]} class={nameOf(at)}>
                    {code.includes(at) ? <code>{text}</code> : text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length ? (
        <button type="button" class="text-button" onClick={() => setWhole(true)}>
          Show all {formatInteger(rows.length)}
        </button>
      ) : null}
      {isWhole && total > rows.length ? (
        <p class="section-note">
          and {formatInteger(total - rows.length)} more; the first ones of each file are listed
        </p>
      ) : null}
    </section>
  )
}
