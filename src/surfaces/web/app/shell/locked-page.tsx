import { useEffect } from 'preact/hooks'
import { askAbout } from '../about.ts'
import { hasKey, isForgetful, refusal } from '../key.ts'
import { useShared } from '../shared-value.ts'
import { setTitle } from '../title.ts'

/** Stands in place of everything while the server does not know this browser. */
export function LockedPage() {
  const why = useShared(refusal)
  const forgets = useShared(isForgetful)
  useEffect(() => setTitle('Not opened yet'), [])
  return (
    <main id="main" class="page locked">
      <h1>Open the page from the terminal</h1>
      <p>{wordsOf(why)}</p>
      <p>
        Run <code>backscroll open</code>: it opens the page, or prints an address that lets one browser in, also where
        it runs already. From then on bookmarks work too, and this tab goes on by itself.
      </p>
      {forgets ? <p>{FORGETFUL}</p> : null}
      <p>
        <button type="button" class="button" onClick={() => void askAbout(true)}>
          Try again
        </button>
      </p>
    </main>
  )
}

function wordsOf(why: string | undefined): string {
  if (why !== undefined) return `This browser was not let in: ${why}.`
  return hasKey()
    ? 'The key of this browser opens nothing any more: somebody made it worthless, or it is that of another backscroll.'
    : 'This browser has no key to your sessions.'
}

/** Of a browser that keeps nothing for this page. */
export const FORGETFUL =
  'This browser keeps nothing for this page: after a reload it needs a new address from `backscroll open`.'
