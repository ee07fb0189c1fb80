import { FindBar } from '../../../../page/find/find-bar.ts'
import { Finder } from '../../../../page/find/finder.ts'
import type { Address } from './address.ts'
import { unitOf } from './data/unit.ts'
import type { Reading } from './reading.ts'
import { revealRow } from './reveal.ts'
import { sayProblem } from './say-problem.ts'
import { SessionSearch } from './search-session.ts'

/** Looking for a text in everything, folded parts and agents included: the server looks, the page goes there. */
export class Finding {
  readonly bar: FindBar
  private readonly finder: Finder
  private readonly search: SessionSearch
  private readonly reading: Reading
  private readonly address: Address

  constructor(reading: Reading, address: Address) {
    this.reading = reading
    this.address = address
    this.search = new SessionSearch(reading.store.path)
    this.bar = new FindBar({
      onText: text => this.find(text),
      onMove: step => this.move(step),
      onClose: () => this.leave(),
    })
    this.finder = new Finder({
      search: (text, hooks) => this.search.run(text, hooks),
      fromHere: () => this.fromHere(),
      reveal: hit => this.reveal(hit),
      drawn: () => this.reading.list.elements.values(),
      isBoxOf: (box, hit) => this.isBoxOf(box, hit),
      say: (text, hasMatches) => this.bar.say(text, hasMatches),
    })
  }

  find(text: string): void {
    this.address.replace({ find: text === '' ? undefined : text })
    this.look(text)
  }

  /** As the address says; `jumps`: goes to the first place. */
  look(text: string, jumps = true): void {
    if (this.bar.text !== text) this.bar.text = text
    void this.finder.search(text, jumps).catch(sayProblem)
  }

  leave(): void {
    this.bar.clear()
    if (this.finder.text === '') return
    this.search.stop()
    this.finder.stop()
    this.address.replace({ find: undefined })
  }

  move(step: 1 | -1): void {
    this.finder.move(step)
  }

  repaint(): void {
    this.finder.repaint()
  }

  close(): void {
    this.search.stop()
    this.finder.stop()
  }

  private async reveal(hit: number): Promise<HTMLElement | undefined> {
    const spot = this.search.hits[hit]
    const key = spot && (await revealRow(this.reading, spot, { opensRow: true }).catch(sayProblem))
    if (!key) return undefined
    const box = this.reading.goTo(key)
    box?.classList.add('shows-rest')
    return box
  }

  /** In a closed turn the row has another name: there the cursor stands on it. */
  private isBoxOf(box: HTMLElement, hit: number): boolean {
    const spot = this.search.hits[hit]
    if (!spot) return false
    return box.dataset.row === `${unitOf(spot)}/${spot.index}` || box.dataset.row === this.reading.cursor.key
  }

  private fromHere(): (hit: number) => boolean {
    const turn = this.reading.currentTurn() ?? 0
    return hit => (this.search.hits[hit]?.turn ?? Number.POSITIVE_INFINITY) >= turn
  }
}
