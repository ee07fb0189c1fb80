import type { ComponentChildren } from 'preact'

interface TableScrollProps {
  readonly label: string
  readonly children: ComponentChildren
}

/** Where a table that is wider than the window scrolls, by mouse and by keyboard. */
export function TableScroll({ label, children }: TableScrollProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be the same with more words
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
    <div class="table-scroll" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
