import { formatCount, formatInteger } from '../../../../text/count.ts'

/** `12.3k`, with the whole number behind it. */
export function Tokens({ count }: { readonly count: number }) {
  return (
    <span class="number" title={`${formatInteger(count)} tokens`}>
      {formatCount(count)}
    </span>
  )
}
