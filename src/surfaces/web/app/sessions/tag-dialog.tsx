import { sanitizeLine } from '../../../../text/sanitize.ts'
import { AddField } from '../components/add-field.tsx'
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
  const add = (text: string): void => {
    const added = text.split(/[\s,]+/).filter(tag => tag !== '')
    if (added.length > 0) void onChange({ add: added })
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
      <AddField id="new-tag" label="New tag" maxLength={100} onAdd={add} />
    </Dialog>
  )
}
