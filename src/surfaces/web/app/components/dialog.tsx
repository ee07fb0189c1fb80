import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface DialogProps {
  readonly title: string
  /** Also for Esc and a click beside it. */
  onClose(): void
  readonly class?: string
  readonly children: ComponentChildren
}

/** A dialog of the browser's own: it keeps the focus inside, closes with Esc and gives the focus back. */
export function Dialog({ title, onClose, class: name = '', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    // Whoever opens a form means to fill it in, not to close it.
    dialog.current?.querySelector<HTMLElement>('form input, fieldset input:checked')?.focus()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the key for it
    <dialog
      ref={dialog}
      class={`dialog ${name}`}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={event => {
        if (event.target === dialog.current) dialog.current?.close()
      }}
    >
      <div class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  )
}
