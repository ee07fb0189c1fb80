import { useState } from 'preact/hooks'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { Chip } from '../components/chip.tsx'
import { Dialog } from '../components/dialog.tsx'

interface TagDialogProps {
  readonly title: string
  readonly tags: readonly string[]
  onChange(change: { readonly add?: readonly string[]; readonly remove?: readonly string[] }): Promise<void>
  onClose(): void
}

/** The tags of one session: take away, or add. */
export function TagDialog({ title, tags, onChange, onClose }: TagDialogProps) {
  const [text, setText] = useState('')
  const add = (event: SubmitEvent): void => {
    event.preventDefault()
    const added = text
      .split(/[\s,]+/)
      .map(tag => tag.trim())
      .filter(tag => tag !== '')
    if (added.length > 0) void onChange({ add: added })
    setText('')
  }
  return (
    <Dialog title="Tags" onClose={onClose}>
      <p class="quiet">{title}</p>
      <p class="tag-list">
        {tags.length === 0 ? <span class="quiet">No tags yet.</span> : null}
        {tags.map(tag => (
          <Chip
            key={tag}
            onRemove={() => void onChange({ remove: [tag] })}
            removeLabel={`Remove the tag ${sanitizeLine(tag)}`}
          >
            {sanitizeLine(tag)}
          </Chip>
        ))}
      </p>
      <form class="fields" onSubmit={add}>
        <label for="new-tag">New tag</label>
        <input
          id="new-tag"
          type="text"
          maxLength={100}
          autocomplete="off"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
        <button type="submit" class="button" disabled={text.trim() === ''}>
          Add
        </button>
      </form>
    </Dialog>
  )
}
