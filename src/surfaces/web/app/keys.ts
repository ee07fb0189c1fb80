import { useLayoutEffect, useRef } from 'preact/hooks'
import { createShared } from './shared-value.ts'

/** What a key does, for whoever presses it and for the help. */
export interface KeyRow {
  /** As `KeyboardEvent.key` names them, `Esc` for Escape; `g h` is one after the other. */
  readonly keys: readonly string[]
  readonly says: string
  run(key: string): void
}

export interface KeyGroup {
  readonly group: string
  rows(): readonly KeyRow[]
}

/** All that can be pressed now; groups that came later have the first say. */
export const keyGroups = createShared<readonly KeyGroup[]>([])

const SEQUENCE_MS = 1500

/** Keys of a part of the page, for as long as it is there. The help lists them under `group`. */
export function useKeys(group: string, rows: readonly KeyRow[]): void {
  const latest = useRef(rows)
  latest.current = rows
  // Not after the next frame: whoever sees the part may press its keys.
  useLayoutEffect(() => {
    const added: KeyGroup = { group, rows: () => latest.current }
    keyGroups.set([...keyGroups.value, added])
    return () => keyGroups.set(keyGroups.value.filter(other => other !== added))
  }, [group])
}

/** Turns presses into what the groups say. Whoever is typing, or uses a shortcut of the browser, is left alone. */
export function listenToKeys(): void {
  let begun = ''
  let begunAt = 0
  addEventListener('keydown', event => {
    if (!isOurs(event)) return
    const name = event.key === 'Escape' ? 'Esc' : event.key
    const isGoingOn = begun !== '' && event.timeStamp - begunAt < SEQUENCE_MS
    const pair = `${begun} ${name}`
    const row = (isGoingOn ? findKey(pair) : undefined) ?? findKey(name)
    begun = !row && isBeginning(name) ? name : ''
    begunAt = event.timeStamp
    if (!row) return
    event.preventDefault()
    row.run(row.keys.includes(pair) && isGoingOn ? pair : name)
  })
}

function findKey(name: string): KeyRow | undefined {
  for (const group of keyGroups.value.toReversed()) {
    const found = group.rows().find(row => row.keys.includes(name))
    if (found) return found
  }
  return undefined
}

function isBeginning(name: string): boolean {
  return keyGroups.value.some(group => group.rows().some(row => row.keys.some(key => key.startsWith(`${name} `))))
}

const TYPING = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]'

function isOurs(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return false
  if (event.key === 'Shift') return false
  const target = event.target instanceof Element ? event.target : undefined
  if (target?.closest(TYPING) || document.querySelector('dialog[open]')) return false
  // A focused control does what it always does.
  return !(event.key === 'Enter' || event.key === ' ') || !target?.closest('a, button, summary, input, [role=button]')
}
