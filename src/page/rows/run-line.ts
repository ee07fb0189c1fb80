import { formatNumberOf } from '../../text/count.ts'
import { button, element } from '../element.ts'

/** What the line of a run says of its calls. */
export interface RunCounts {
  readonly calls: number
  readonly errors: number
  /** Most used first. */
  readonly names: readonly (readonly [name: string, count: number])[]
}

interface LineParts {
  readonly isOpen: boolean
  readonly depth: number
  readonly onOpen: () => void
}

const MAX_DEPTH = 8

/** Counts calls by the name of their tool. */
export function countCalls(calls: Iterable<{ readonly tool: string; readonly isError: boolean }>): RunCounts {
  const counts = new Map<string, number>()
  let count = 0
  let errors = 0
  for (const { tool, isError } of calls) {
    count++
    if (isError) errors++
    counts.set(tool, (counts.get(tool) ?? 0) + 1)
  }
  return { calls: count, errors, names: [...counts].sort(([, one], [, other]) => other - one) }
}

/** One line for many calls, which opens to them. */
export function runLine({ calls, names, errors }: RunCounts, { isOpen, depth, onOpen }: LineParts): HTMLElement {
  const parts = [element('span', { class: 'run-count', text: formatNumberOf(calls, 'tool call') })]
  parts.push(
    element('span', { class: 'run-names', text: names.map(([name, count]) => `${name} ${count}`).join(' · ') }),
  )
  if (errors > 0) parts.push(element('span', { class: 'run-errors', text: `${errors} failed` }))
  const attributes = { type: 'button', 'aria-expanded': String(isOpen) }
  const line = element('button', { class: `row run depth-${Math.min(MAX_DEPTH, depth)}`, attributes }, parts)
  line.addEventListener('click', onOpen)
  return line
}

/** Below an agent or a rewound side: shows or hides its rows. */
export function opener(rows: string, { isOpen, depth, onOpen }: LineParts): HTMLElement {
  const attributes = { 'aria-expanded': String(isOpen) }
  const name = `opener depth-${Math.min(MAX_DEPTH, depth)}`
  return button(`${isOpen ? 'Hide' : 'Show'} ${rows}`, onOpen, { class: name, attributes })
}
