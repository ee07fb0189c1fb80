import { useState } from 'preact/hooks'

interface AddFieldProps {
  readonly id: string
  readonly label: string
  readonly maxLength: number
  /** Of what was typed, without the space around it; never empty. */
  onAdd(text: string): void
}

/** Text that joins a list; empty again for the next one. */
export function AddField({ id, label, maxLength, onAdd }: AddFieldProps) {
  const [text, setText] = useState('')
  const added = text.trim()
  const add = (event: SubmitEvent): void => {
    event.preventDefault()
    setText('')
    if (added !== '') onAdd(added)
  }
  return (
    <form class="fields" onSubmit={add}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        maxLength={maxLength}
        autocomplete="off"
        value={text}
        onInput={event => setText(event.currentTarget.value)}
      />
      <button type="submit" class="button" disabled={added === ''}>
        Add
      </button>
    </form>
  )
}
