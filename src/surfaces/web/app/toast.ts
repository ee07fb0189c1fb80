import { createShared } from './shared-value.ts'

const SHOWN_MS = 2500

/** What was said last; empty when it is over. */
export const saying = createShared('')
let timer: ReturnType<typeof setTimeout> | undefined

/** A short note at the foot of the page, also read aloud; gone after a moment. */
export function say(text: string): void {
  saying.set(text)
  clearTimeout(timer)
  timer = setTimeout(() => saying.set(''), SHOWN_MS)
}
