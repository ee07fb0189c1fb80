import type { ComponentChildren } from 'preact'

interface ChipProps {
  readonly children: ComponentChildren
  readonly tone?: 'plain' | 'good' | 'bad'
  /** Makes it a switch. */
  readonly isOn?: boolean
  readonly onClick?: () => void
  /** Adds a button that takes it away; `removeLabel` says what it takes away. */
  readonly onRemove?: () => void
  readonly removeLabel?: string
  readonly title?: string
}

/** A short word in a frame: a fact, a switch or a filter that can be taken away. */
export function Chip({ children, tone = 'plain', isOn, onClick, onRemove, removeLabel, title }: ChipProps) {
  const name = `chip chip-${tone}`
  if (onClick) {
    return (
      <button type="button" class={name} aria-pressed={isOn} onClick={onClick} title={title}>
        {children}
      </button>
    )
  }
  return (
    <span class={name} title={title}>
      {children}
      {onRemove ? (
        <button type="button" class="chip-remove" aria-label={removeLabel ?? 'Remove'} onClick={onRemove}>
          ×
        </button>
      ) : null}
    </span>
  )
}
