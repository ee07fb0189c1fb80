import type { FilterName } from './query.ts'

/** A filter as it is written into a query: `project:api`, `cmd:"git push"`. Empty where nothing can be written. */
export function quoteFilter(name: FilterName, value: string): string {
  // No quote can stand inside of quotes; what is left is a part of the value, or finds nothing.
  const plain = value
    .replace(/["“”„«»]/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if (plain === '') return ''
  return /^[^\s:/]\S*$/.test(plain) ? `${name}:${plain}` : `${name}:"${plain}"`
}
