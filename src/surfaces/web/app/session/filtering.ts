import { clearFilter, isFiltering } from '../../../../page/filter.ts'
import { FilterPanel } from '../../../../page/filter-panel.ts'
import { ReturnFocus } from '../../../../page/return-focus.ts'
import type { Address } from './address.ts'
import type { Reading } from './reading.ts'
import { sayProblem } from './say-problem.ts'
import { countSession, filterSession, type SessionCounts, toFilterCounts } from './session-counts.ts'
import { formatOnly, readOnly } from './url-state.ts'

/** What is shown alone, and how many rows of each sort there are; both are asked for in parts when first needed. */
export class Filtering {
  readonly panel: FilterPanel
  isOpen = false
  counts: SessionCounts | undefined
  private readonly back = new ReturnFocus()
  private readonly reading: Reading
  private readonly address: Address
  private readonly onChange: () => void
  private counting: AbortController | undefined
  private running = new AbortController()

  constructor(reading: Reading, address: Address, onChange: () => void) {
    this.reading = reading
    this.address = address
    this.onChange = onChange
    this.panel = new FilterPanel(reading.state.filter, {
      onChange: () => this.choose(),
      onClose: () => this.toggle(false),
    })
  }

  get isOn(): boolean {
    return isFiltering(this.reading.state.filter)
  }

  /** Rows that are let through, as far as known. */
  get found(): number {
    return [...this.reading.state.matches.values()].reduce((sum, indexes) => sum + indexes.length, 0)
  }

  toggle(isOpen = !this.isOpen): void {
    if (isOpen === this.isOpen) return
    const { reading } = this
    this.isOpen = isOpen
    if (isOpen) this.back.note()
    else this.back.giveBack(this.panel.root, reading.boxOf(reading.cursor.key))
    this.panel.root.hidden = !isOpen
    this.onChange()
    if (!isOpen) return
    this.showCounts()
    this.panel.focus()
    void this.count()
  }

  clear(): void {
    if (!this.isOn) return
    clearFilter(this.reading.state.filter)
    this.choose()
    if (this.isOpen) this.showCounts()
  }

  /** As the address says. */
  take(only: string): void {
    if (only === (formatOnly(this.reading.state.filter) ?? '')) return
    readOnly(only, this.reading.state.filter)
    if (this.isOpen) this.showCounts()
    void this.run()
  }

  /** Counts once, until the session changes. */
  async count(): Promise<void> {
    if (this.counting) return
    this.counting = new AbortController()
    const { signal } = this.counting
    await countSession(this.reading.store.path, signal, counts => {
      this.counts = counts
      this.reading.redrawEnd()
      if (this.isOpen && counts.isWhole) this.showCounts()
    }).catch(error => {
      if (!signal.aborted) sayProblem(error)
    })
  }

  forgetCounts(): void {
    this.counting?.abort()
    this.counting = undefined
  }

  close(): void {
    this.counting?.abort()
    this.running.abort()
  }

  private choose(): void {
    this.address.push({ only: formatOnly(this.reading.state.filter) })
    void this.run()
  }

  private showCounts(): void {
    this.panel.show(toFilterCounts(this.counts ?? { units: [], isWhole: false }))
  }

  private async run(): Promise<void> {
    this.running.abort()
    this.running = new AbortController()
    const { signal } = this.running
    const { reading } = this
    reading.state.matches = new Map()
    reading.refresh({ isOther: true })
    this.onChange()
    if (!this.isOn) return
    await filterSession(reading.store.path, reading.state.filter, signal, matches => {
      reading.state.matches = matches
      reading.refresh()
      this.onChange()
    }).catch(error => {
      if (!signal.aborted) sayProblem(error)
    })
  }
}
