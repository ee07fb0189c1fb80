import { useEffect } from 'preact/hooks'
import { askAbout } from '../about.ts'
import { setTitle } from '../title.ts'

/** Stands in place of everything while the server does not know this browser. */
export function LockedPage() {
  useEffect(() => setTitle('Not opened yet'), [])
  return (
    <main id="main" class="page locked">
      <h1>Open the address from the terminal</h1>
      <p>
        backscroll shows your sessions only to whoever has the address it printed when it was started. It looks like
        this:
      </p>
      <p>
        <code>{`${location.origin}/?token=…`}</code>
      </p>
      <p>
        Open it once in this browser; from then on bookmarks work too. If the terminal is gone, run{' '}
        <code>backscroll open</code> again: it prints the same address.
      </p>
      <p>
        <button type="button" class="button" onClick={() => void askAbout(true)}>
          Try again
        </button>
      </p>
    </main>
  )
}
