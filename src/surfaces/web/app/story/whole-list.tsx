import { formatInteger } from '../../../../text/count.ts'
import { setQuery, useRoute } from '../router.ts'

const FIRST_ITEMS = 8
/** One more is not worth a button. */
const SLACK = 2

interface WholeList<Item> {
  readonly shown: readonly Item[]
  /** Undefined where all are shown anyway. */
  readonly isWhole: boolean | undefined
  toggle(): void
}

/** The beginning of a long list, or all of it: that stands in the address, so that back leads to the same list. */
export function useWholeList<Item>(name: string, items: readonly Item[]): WholeList<Item> {
  const names = (useRoute().query.get('all') ?? '').split(',').filter(other => other !== '')
  const isWhole = names.includes(name)
  const isLong = items.length > FIRST_ITEMS + SLACK
  return {
    shown: isLong && !isWhole ? items.slice(0, FIRST_ITEMS) : items,
    isWhole: isLong ? isWhole : undefined,
    toggle: () => {
      const next = isWhole ? names.filter(other => other !== name) : [...names, name]
      setQuery({ all: next.length === 0 ? undefined : next.join(',') }, { replace: true })
    },
  }
}

export function MoreButton({ list, count }: { readonly list: WholeList<unknown>; readonly count: number }) {
  const { isWhole, toggle } = list
  if (isWhole === undefined) return null
  return (
    <button type="button" class="text-button told-more" aria-expanded={isWhole} onClick={toggle}>
      {isWhole ? 'Show fewer' : `Show all ${formatInteger(count)}`}
    </button>
  )
}
