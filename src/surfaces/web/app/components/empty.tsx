import type { ComponentChildren } from 'preact'

/** Stands where there is nothing to show, and says why or what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="nothing">
      <p class="nothing-title">{title}</p>
      {children}
    </div>
  )
}
