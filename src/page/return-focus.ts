/** Where the focus was before it went into a part of the page that opens over it. */
export class ReturnFocus {
  private from: Element | null = null

  /** Call before the focus is moved. */
  note(): void {
    this.from = document.activeElement
  }

  /** Back to where it was, or to what took its place, if it still is in the part that closes or was lost with it. */
  giveBack(part: Element, inPlace?: Element | null): void {
    const { activeElement } = document
    const isOurs = activeElement === null || activeElement === document.body || part.contains(activeElement)
    if (!isOurs) return
    if (activeElement instanceof HTMLElement) activeElement.blur()
    const to = this.from?.isConnected && this.from !== document.body ? this.from : inPlace
    if (to instanceof HTMLElement) to.focus({ preventScroll: true })
  }
}
