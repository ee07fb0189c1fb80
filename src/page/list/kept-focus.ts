import type { ListSource } from './list-source.ts'

/** Gives the focus back to an item of a list whose element was taken out to be drawn again. */
export class KeptFocus {
  private key: string | undefined

  /** Call before elements are taken out. */
  note(drawn: ReadonlyMap<number, HTMLElement>, source: ListSource): void {
    if (isNowhere()) return
    this.key = undefined
    for (const [index, box] of drawn) if (box.contains(document.activeElement)) this.key = source.key(index)
  }

  /** Call when elements were drawn. Once the focus is anywhere else it stays there. */
  restore(drawn: ReadonlyMap<number, HTMLElement>, source: ListSource): void {
    if (this.key === undefined) return
    for (const [index, box] of drawn) {
      if (isNowhere() && source.key(index) === this.key) box.focus({ preventScroll: true })
    }
    if (!isNowhere()) this.key = undefined
  }
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
