import { useEffect, useId, useState } from 'preact/hooks'

const MAX_PATH = 1000

interface FileFieldProps {
  readonly value: string
  readonly label: string
  onType?(text: string): void
  onEnter(text: string): void
}

/** A name, the end of a path, a whole one: any of them names a file. */
export function FileField({ value, label, onType, onEnter }: FileFieldProps) {
  const id = useId()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  return (
    <form
      class="file-form"
      onSubmit={event => {
        event.preventDefault()
        if (text.trim() !== '') onEnter(text.trim())
      }}
    >
      <label class="sr" for={id}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        value={text}
        placeholder="Name or path of a file"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        maxLength={MAX_PATH}
        aria-keyshortcuts="/"
        onInput={event => {
          setText(event.currentTarget.value)
          onType?.(event.currentTarget.value)
        }}
        onKeyDown={event => {
          if (event.key === 'Escape' && text === '') event.currentTarget.blur()
        }}
      />
      <button type="submit" class="button">
        Show
      </button>
    </form>
  )
}
