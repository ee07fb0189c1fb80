import { useEffect } from 'preact/hooks'
import type { About } from '../routes/about.ts'
import { getJson } from './api.ts'
import { onPageEvent } from './events.ts'
import { createShared, useShared } from './shared-value.ts'

export const about = createShared<About | undefined>(undefined)

let asking: Promise<void> | undefined

/** What this server is and how far keeping is; undefined until it has answered. */
export function useAbout(): About | undefined {
  useEffect(() => void askAbout(), [])
  return useShared(about)
}

/** Asks once; again after it failed. */
export function askAbout(isAnew = false): Promise<void> {
  if (about.value && !isAnew) return Promise.resolve()
  asking ??= getJson<About>('/about')
    .then(
      answer => about.set(answer),
      () => undefined,
    )
    .finally(() => {
      asking = undefined
    })
  return asking
}

/** Called once: what events say of the keeper is newer than what was asked. */
export function followAbout(): void {
  onPageEvent('keeper', ({ keeper }) => {
    if (about.value) about.set({ ...about.value, keeper })
  })
}
