import { useEffect, useRef, useState } from 'preact/hooks'
import type { Contents } from '../../../../page/contents.ts'
import { ReturnFocus } from '../../../../page/return-focus.ts'

/** Below this the prompts come over the page; above they stand beside it. */
const NARROW = '(max-width: 62rem)'

/** Kept from session to session while the page is open. */
let isHiddenBeside = false

export interface ContentsState {
  readonly isOpen: boolean
  readonly isNarrow: boolean
  toggle(): void
  /** By key: goes into the prompts where they are there already, and hides them from inside. */
  visit(): void
  close(): void
  /** The same, where the focus goes elsewhere. */
  leave(): void
}

export function useContents(contents: () => Contents | undefined): ContentsState {
  const isNarrow = useIsNarrow()
  const [isOver, setOver] = useState(false)
  const [isBeside, setBeside] = useState(!isHiddenBeside)
  const back = useRef(new ReturnFocus()).current
  const [isEntering, setEntering] = useState(false)
  const isOpen = isNarrow ? isOver : isBeside
  const set = (opens: boolean): void => {
    const root = contents()?.root
    if (opens) back.note()
    else if (root) back.giveBack(root)
    if (isNarrow) setOver(opens)
    else {
      isHiddenBeside = !opens
      setBeside(opens)
    }
    setEntering(opens)
  }
  useEffect(() => {
    if (!isEntering || !isOpen) return
    setEntering(false)
    contents()?.focus()
  }, [isEntering, isOpen, contents])
  return {
    isOpen,
    isNarrow,
    toggle: () => set(!isOpen),
    visit: () => set(!(isOpen && contents()?.root.contains(document.activeElement))),
    close: () => set(false),
    leave: () => setOver(false),
  }
}

function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches)
  useEffect(() => {
    const media = matchMedia(NARROW)
    const look = (): void => setNarrow(media.matches)
    media.addEventListener('change', look)
    return () => media.removeEventListener('change', look)
  }, [])
  return isNarrow
}
