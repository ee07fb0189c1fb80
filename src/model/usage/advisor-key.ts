const MARK = '#'

/** R14: an advisor's call is known by the message that carries it, and by its place there, from 1. */
export function advisorKey(messageKey: string, ordinal: number): string {
  return `${messageKey}${MARK}${ordinal}`
}

/** The message that a call belongs to: of an advisor the one that carries it. */
export function messageKeyOf(key: string, isAdvisor: boolean): string {
  const mark = isAdvisor ? key.lastIndexOf(MARK) : -1
  return mark < 0 ? key : key.slice(0, mark)
}

/** From the first of these up to the second stand the keys of a message's advisors, among others. */
export function advisorKeyRange(messageKey: string): readonly [from: string, to: string] {
  return [`${messageKey}${MARK}`, `${messageKey}${String.fromCharCode(MARK.charCodeAt(0) + 1)}`]
}
