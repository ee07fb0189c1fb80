import { useRef } from 'preact/hooks'

export interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly count?: number | undefined
}

interface TabsProps<Id extends string> {
  /** Names the row of tabs. */
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly current: Id
  onChange(id: Id): void
  /** The id of the element that shows what is chosen; it has `role="tabpanel"`. */
  readonly panel?: string
}

/** A row of tabs: one stop for the keyboard, arrows between them. */
export function Tabs<Id extends string>({ label, tabs, current, onChange, panel }: TabsProps<Id>) {
  const row = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(tab => tab.id === current)
    const to = TARGETS[event.key]?.(at, tabs.length)
    const next = to === undefined ? undefined : tabs[to]
    if (to === undefined || !next) return
    event.preventDefault()
    onChange(next.id)
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={row} onKeyDown={move}>
      {tabs.map(tab => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          class="tab"
          aria-selected={tab.id === current}
          aria-controls={tab.id === current ? panel : undefined}
          tabIndex={tab.id === current ? 0 : -1}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
          {tab.count === undefined ? null : <span class="tab-count">{tab.count}</span>}
        </button>
      ))}
    </div>
  )
}

const TARGETS: { readonly [key: string]: (at: number, count: number) => number } = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}
