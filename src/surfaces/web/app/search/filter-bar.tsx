import { useRef, useState } from 'preact/hooks'
import type { Filter } from '../../../../query/search/query.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { now } from '../clock.ts'
import { Chip } from '../components/chip.tsx'
import { FilterPicker } from './filter-picker.tsx'
import { addFilter, listChips, negateChip, removeChip } from './query-chips.ts'

interface FilterBarProps {
  readonly text: string
  readonly isDeep: boolean
  onChange(text: string): void
  onDeep(isDeep: boolean): void
}

/** The filters of the query as chips, and the way to another one. All of them only write into the text. */
export function FilterBar({ text, isDeep, onChange, onDeep }: FilterBarProps) {
  const [isPicking, setPicking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setPicking(false)
    opener.current?.focus()
  }
  return (
    <div class="filter-bar">
      <ul class="filter-chips" aria-label="Filters">
        {listChips(text, now()).map(chip => (
          <li key={`${chip.start} ${chip.filter.name}`}>
            <Chip onRemove={() => onChange(removeChip(text, chip))} removeLabel={`Remove ${nameOf(chip.filter)}`}>
              <button
                type="button"
                class="chip-not"
                aria-pressed={chip.filter.isNot}
                aria-label={`Not ${nameOf({ ...chip.filter, isNot: false })}`}
                title={chip.filter.isNot ? 'Choose these again' : 'Choose all but these'}
                onClick={() => onChange(negateChip(text, chip))}
              >
                {chip.filter.isNot ? <strong>not </strong> : null}
                {chip.filter.name}: {sanitizeLine(chip.filter.value)}
              </button>
            </Chip>
          </li>
        ))}
        <li>
          <button
            ref={opener}
            type="button"
            class="chip chip-plain chip-add"
            aria-expanded={isPicking}
            onClick={() => setPicking(!isPicking)}
          >
            Add a filter
          </button>
        </li>
        <li>
          <Chip isOn={isDeep} onClick={() => onDeep(!isDeep)} title="Also read what the index leaves out; takes longer">
            Look deeper
          </Chip>
        </li>
      </ul>
      {isPicking ? (
        <FilterPicker
          onClose={close}
          onPick={(name, value) => {
            onChange(addFilter(text, name, value, now()))
            close()
          }}
        />
      ) : null}
    </div>
  )
}

function nameOf({ name, value, isNot }: Filter): string {
  return `${isNot ? 'not ' : ''}${name} ${sanitizeLine(value)}`
}
